import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ContestPatch, ContestProposal, ContestStatus } from '@abato/contracts';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT, SWITCHED_OFF } from '@abato/platform';
import { extendsPassedEnd } from '../rules/extend-end.js';
import { canBecome } from './contest-state.js';
import type { Contest } from './contest.entity.js';

export type ContestChange = Partial<
  Pick<
    Contest,
    | 'startDate'
    | 'endDate'
    | 'votePricePesewas'
    | 'freeVotesPerHour'
    | 'freeVotesPerDevice'
    | 'challenge'
    | 'verification'
    | 'retentionMonths'
    | 'showResults'
    | 'status'
    | 'endedAt'
    | 'paymentsWaiting'
  >
>;

/** What may change in which state of a contest (ADR 27, ADR 117). */
@Injectable()
export class ContestRules {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'SMS_API_KEY'>,
  ) {}

  now(): Date {
    return this.clock.now();
  }

  /** What the form for a new contest begins with. Files of the development are no way to a voter's phone: nothing is proposed for them. */
  proposal(): ContestProposal {
    const sends = this.env.SMS_API_KEY !== '' && this.canSendCodes;
    return { verification: sends ? 'PHONE' : 'OPEN', canSendCodes: this.canSendCodes };
  }

  /**
   * PUT may activate a draft and end what is open; the same status again changes nothing.
   * @throws AppError INVALID_TRANSITION, CONTEST_INCOMPLETE
   */
  async statusChange(manager: EntityManager, contest: Contest, input: ContestPatch): Promise<ContestChange> {
    const wanted = input.status;
    if (wanted === undefined || wanted === contest.status) return {};
    const allowed: readonly ContestStatus[] = contest.status === 'DRAFT' ? ['ACTIVE'] : ['ENDED'];
    if (!allowed.includes(wanted) || !canBecome(contest.status, wanted)) {
      throw new AppError('INVALID_TRANSITION');
    }
    const now = this.now();
    if (wanted === 'ENDED') return { status: wanted, endedAt: now };
    const endDate = input.endDate ? new Date(input.endDate) : contest.endDate;
    if (endDate <= now) {
      throw new AppError('INVALID_TRANSITION', {
        message: 'The end date must be in the future before the contest can be activated.',
      });
    }
    if (!(await hasContestant(manager, contest.id))) throw new AppError('CONTEST_INCOMPLETE');
    if ((input.verification ?? contest.verification) === 'PHONE' && !this.canSendCodes) {
      throw new AppError('INVALID_TRANSITION', {
        message:
          'This contest asks for verified phone numbers, and this platform cannot send SMS. Choose open voting, or ask its operator to set up an SMS provider.',
      });
    }
    return { status: wanted };
  }

  /**
   * @param reason of an amendment of the rules
   * @returns whether an end that has passed is extended
   * @throws AppError INVALID_TRANSITION for what is fixed in the contest's state
   */
  assertAllowed(contest: Contest, change: ContestChange, reason?: string): boolean {
    const now = this.now();
    const { endDate } = contest;
    const isExtended = extendsPassedEnd(contest, change.endDate ?? endDate, reason, now);
    assertStillOpen(contest, isExtended ? { ...change, endDate } : change, now);
    if (contest.status !== 'DRAFT' && change.verification !== contest.verification) {
      throw new AppError('INVALID_TRANSITION', {
        message:
          'Whether phone numbers must be verified can only be changed while the contest is a draft: every vote of a contest counts by the same rule.',
      });
    }
    return isExtended;
  }

  private get canSendCodes(): boolean {
    return this.env.SMS_API_KEY !== SWITCHED_OFF;
  }
}

/**
 * Nothing leaves ENDED: a new date or price would look as if it did, and late payments are judged by the end. A contest whose end has come
 * is over, also when no worker has marked it yet.
 */
function assertStillOpen(contest: Contest, change: ContestChange, now: Date): void {
  const isOver = contest.status === 'ENDED' || (contest.status !== 'DRAFT' && contest.endDate <= now);
  const same =
    change.startDate?.getTime() === contest.startDate.getTime() &&
    change.endDate?.getTime() === contest.endDate.getTime() &&
    change.votePricePesewas === contest.votePricePesewas;
  if (isOver && !same) {
    throw new AppError('INVALID_TRANSITION', {
      message: 'This contest has ended; its dates and price can no longer change.',
    });
  }
}

async function hasContestant(manager: EntityManager, contestId: string): Promise<boolean> {
  const rows: unknown[] = await manager.query(
    `SELECT 1 FROM contestants p JOIN categories k ON k.id = p.category_id AND k.archived_at IS NULL
     WHERE p.contest_id = $1 AND p.archived_at IS NULL LIMIT 1`,
    [contestId],
  );
  return rows.length > 0;
}
