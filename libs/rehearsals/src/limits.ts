import type { Actor } from '@abato/accounts';
import type { RehearsalPlan, StartRehearsalInput } from '@abato/contracts';
import { AppError, type Environment } from '@abato/platform';

type Limits = RehearsalPlan['limits'];
type Settings = Pick<
  Environment,
  | 'REHEARSAL_MAX_VOTES_PER_SECOND'
  | 'REHEARSAL_MAX_VIEWERS'
  | 'REHEARSAL_MAX_MINUTES'
  | 'REHEARSAL_ORGANISER_VOTES_PER_SECOND'
  | 'REHEARSAL_ORGANISER_VIEWERS'
  | 'REHEARSAL_ORGANISER_MINUTES'
>;

/** The most that a user may ask for. An organiser's limits are never above those of a super admin. */
export function limitsOf({ role }: Pick<Actor, 'role'>, env: Settings): Limits {
  const most = {
    votesPerSecond: env.REHEARSAL_MAX_VOTES_PER_SECOND,
    viewers: env.REHEARSAL_MAX_VIEWERS,
    minutes: env.REHEARSAL_MAX_MINUTES,
  };
  if (role === 'SUPER_ADMIN') return most;
  return {
    votesPerSecond: Math.min(most.votesPerSecond, env.REHEARSAL_ORGANISER_VOTES_PER_SECOND),
    viewers: Math.min(most.viewers, env.REHEARSAL_ORGANISER_VIEWERS),
    minutes: Math.min(most.minutes, env.REHEARSAL_ORGANISER_MINUTES),
  };
}

const LABELS = { votesPerSecond: 'Votes per second', viewers: 'Viewers', minutes: 'Minutes' } as const;

/** Why an actor with these limits may not have this load: organisers may be refused, and no one may have more than the limits. */
export function limitRefusal(input: StartRehearsalInput, limits: Limits): AppError | null {
  if (limits.votesPerSecond === 0) return new AppError('FORBIDDEN');
  const fields = Object.keys(LABELS) as (keyof typeof LABELS)[];
  const errors = fields
    .filter((field) => input[field] > limits[field])
    .map((field) => ({
      field,
      message: `${LABELS[field]} can be at most ${limits[field].toLocaleString('en')} for you`,
    }));
  return errors.length ? AppError.validation(errors) : null;
}
