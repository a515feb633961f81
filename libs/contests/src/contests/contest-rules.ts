import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import {
  AMENDMENT_REASON,
  type ContestPatch,
  type ContestProposal,
  type ContestStatus,
  type KeptSettings,
  labelOf,
  settingRows,
} from '@abato/contracts';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT, SWITCHED_OFF } from '@abato/platform';
import { type Contest, Contestant } from './contest.entity.js';
import { assertMayChangeResult, resultPhase } from '../rules/result-guard.js';
import { canBecome } from './contest-state.js';
import { hasVotes } from './deletion.js';

export type ContestChange = Partial<KeptSettings & Pick<Contest, 'status' | 'endedAt' | 'paymentsWaiting'>>;

const invalid = (message: string) => new AppError('INVALID_TRANSITION', { message });

/** What may change in which state of a contest (ADR 125, ADR 117). */
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
    // An end that has come already is not put off by ending the contest once more.
    if (wanted === 'ENDED') return { status: wanted, endedAt: now < contest.endDate ? now : contest.endDate };
    const endDate = input.endDate ? new Date(input.endDate) : contest.endDate;
    if (endDate <= now) {
      throw invalid('The end date must be in the future before the contest can be activated.');
    }
    const live = { archivedAt: IsNull() };
    if (!(await manager.existsBy(Contestant, { contestId: contest.id, ...live, category: live })))
      throw new AppError('CONTEST_INCOMPLETE');
    const level = input.verification ?? contest.verification;
    if (level === 'ELECTORATE' && isFree(contest, input) && !(await hasElector(manager, contest.id))) {
      throw invalid('Add the phone numbers or ballot codes of the voters before activating the contest.');
    }
    if (level === 'PHONE' && !this.canSendCodes) {
      throw invalid(
        'This contest asks for verified phone numbers, and this platform cannot send SMS. Choose open voting, or ask its operator to set up an SMS provider.',
      );
    }
    return { status: wanted };
  }

  /**
   * A contest that has left draft stays with its host: its money would go to another account at once, past the 48 hours that a change of
   * an account waits (ADR 120).
   * @throws AppError INVALID_TRANSITION
   */
  assertMayMove(contest: Contest): void {
    if (contest.status === 'DRAFT') return;
    throw invalid(
      'Only a draft can move to another host: votes and money of this contest belong to the host that it began with.',
    );
  }

  /**
   * @param reason of an amendment of the rules
   * @returns whether an end that has passed is extended
   * @throws AppError INVALID_TRANSITION for what is fixed in the contest's state, RESULT_CLOSED for what is fixed by its end
   */
  assertAllowed(contest: Contest, change: ContestChange, reason?: string): boolean {
    const now = this.now();
    const { endDate } = contest;
    const isExtended = extendsPassedEnd(contest, change.endDate ?? endDate, reason, now);
    assertStillOpen(contest, isExtended ? { ...change, endDate } : change, now);
    assertEndsLater(contest, change.endDate ?? endDate, now);
    if (contest.status !== 'DRAFT') {
      const wrong = settingRows.find((row) => row.changes === 'draft' && !isSame(row, contest, change));
      if (wrong) throw invalid(refusalOf(wrong));
    }
    assertSameProof(contest, change);
    return isExtended;
  }

  private get canSendCodes(): boolean {
    return this.env.SMS_API_KEY !== SWITCHED_OFF;
  }
}

function refusalOf({ name, rule, refusal }: (typeof settingRows)[number]): string {
  return refusal ?? `${labelOf(name, rule)} can only be changed while the contest is a draft.`;
}

/**
 * Whether a change extends an end that has passed, which only an amendment with a reason may do (ADR 125).
 * @param reason why, for the public; without one nothing that has ended is opened again
 * @throws AppError INVALID_TRANSITION when this end is for good: a contest that was ended by hand, a new end that has passed too;
 *   RESULT_CLOSED when results are final
 */
function extendsPassedEnd(contest: Contest, endDate: Date, reason: string | undefined, now: Date): boolean {
  if (resultPhase(contest, now) === 'OPEN' || !reason || endDate.getTime() === contest.endDate.getTime())
    return false;
  assertMayChangeResult(contest, 'extend-end', now);
  if (contest.endedAt && contest.endedAt < contest.endDate)
    throw invalid('This contest was ended by hand; its end can no longer change.');
  if (endDate <= now) throw invalid('The new end date must be in the future.');
  return true;
}

/**
 * What was counted after the end that has passed is not set apart any more: the public counts have it again. For the transaction that extends the
 * end. The version grows, so that every process reads the counts anew.
 */
export async function forgetPassedEnd(manager: EntityManager, contestId: string): Promise<void> {
  await manager.query(
    'UPDATE contest_tallies SET version = version + 1, version_at_end = NULL WHERE contest_id = $1',
    [contestId],
  );
  await manager.query(
    `UPDATE contestant_tallies c SET votes_after_end = 0, version = t.version
     FROM contest_tallies t WHERE t.contest_id = $1 AND c.contest_id = t.contest_id AND c.votes_after_end <> 0`,
    [contestId],
  );
}

/**
 * Once votes were cast, a change of what they cost or of how long voters' details are kept says why. Dates, price and visibility may change
 * without a reason: programs written for the first contract change these with a PUT (ADR 125).
 * @throws AppError VALIDATION_FAILED
 */
export async function assertReasonGiven(
  manager: EntityManager,
  contest: Contest,
  change: ContestChange,
  reason: string | undefined,
): Promise<void> {
  const isKept = settingRows.filter((row) => row.needsReason).every((row) => isSame(row, contest, change));
  if (contest.status === 'DRAFT' || isKept || reason !== undefined) return;
  if (!(await hasVotes(manager, 'contest_id', [contest.id]))) return;
  throw AppError.validation([{ field: AMENDMENT_REASON, message: 'Please say why the rules change' }]);
}

/**
 * Nothing leaves ENDED: a new date or price would look as if it did, and late payments are judged by the end. A contest whose end has come
 * is over, also when no worker has marked it yet.
 */
function assertStillOpen(contest: Contest, change: ContestChange, now: Date): void {
  const same = settingRows
    .filter((row) => row.changes === 'until-end')
    .every((row) => isSame(row, contest, change));
  if (!same) assertMayChangeResult(contest, 'change-rules', now);
  if (contest.showResults && change.showResults === false)
    assertMayChangeResult(contest, 'hide-results', now);
}

/**
 * A contest ends now by its status alone: an end date in the past would judge payments by a time that has gone, and would count as an end by
 * its date, which can be extended (ADR 125).
 */
function assertEndsLater(contest: Contest, endDate: Date, now: Date): void {
  const isMoved = endDate.getTime() !== contest.endDate.getTime();
  if (contest.status === 'DRAFT' || !isMoved || endDate > now) return;
  throw invalid('The new end date must be in the future. To end this contest now, set its status to ENDED.');
}

/** Voters prove themselves by a number, a ballot or a payment: a price for a moment would count votes by another rule (ADR 134). */
function assertSameProof(contest: Contest, change: ContestChange): void {
  if (contest.status === 'DRAFT' || contest.verification === 'OPEN') return;
  if ((contest.votePricePesewas === 0) === (change.votePricePesewas === 0)) return;
  throw invalid(
    'Whether votes cost money can only be changed while this contest is a draft: every vote of a contest with verified voters counts by the same rule.',
  );
}

/** Whether a change leaves a setting as it is. Values are compared as readers see them: in their order, with canonical times. */
function isSame(
  { property, show }: (typeof settingRows)[number],
  contest: Contest,
  change: ContestChange,
): boolean {
  const shown = (of: ContestChange): string => JSON.stringify(of[property] && show(of[property]));
  return shown(contest) === shown(change);
}

/** Voters who pay are proven by their payments. */
function isFree(contest: Contest, { votePrice }: ContestPatch): boolean {
  return votePrice === undefined ? contest.votePricePesewas === 0 : votePrice === 0;
}

async function hasElector(manager: EntityManager, contestId: string): Promise<boolean> {
  const rows: unknown[] = await manager.query('SELECT 1 FROM electors WHERE contest_id = $1 LIMIT 1', [
    contestId,
  ]);
  return rows.length > 0;
}
