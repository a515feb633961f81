import type { ContestStatus } from '@abato/contracts';
import { AppError } from '@abato/platform';

/** OPEN: before the end. PROVISIONAL: after it, while something may still count. FINAL: nothing counts any more. */
export type ResultPhase = 'OPEN' | 'PROVISIONAL' | 'FINAL';

/** What the phase depends on: an entity, a cached contest or a locked row. `endedAt` is before `endDate` after an end by hand. */
export interface ResultFacts {
  status: ContestStatus;
  endDate: Date;
  endedAt?: Date | null;
  resultsFinalAt: Date | null;
}

/** A transaction of TypeORM or of the plain pool. */
interface Transaction {
  query(text: string, values: unknown[]): Promise<ResultFacts[] | { rows: ResultFacts[] }>;
}

interface WritePolicy {
  PROVISIONAL: boolean;
  FINAL: boolean;
  /** Said instead of the general text. */
  message?: string;
}

const UNTIL_END: WritePolicy = { PROVISIONAL: false, FINAL: false };
const UNTIL_FINAL: WritePolicy = { PROVISIONAL: true, FINAL: false };

/**
 * Every kind of write that can change who is first, what a nominee is called or whether a result is seen, and what it may do after the end
 * (ADR 61). Before the end all are allowed but `correction`. A write that is in no line of this table changes no result.
 */
export const RESULT_WRITES = {
  'manual-vote': UNTIL_END,
  'confirm-manual-vote': UNTIL_END,
  'undo-manual-vote': UNTIL_END,
  /** Of votes that were held before the end. */
  'decide-held-vote': UNTIL_FINAL,
  quarantine: UNTIL_END,
  'undo-quarantine': UNTIL_END,
  'change-electorate': UNTIL_END,
  'add-nominee': UNTIL_END,
  /** Name, photo, order, category. The biography is no part of a result. */
  'edit-nominee': UNTIL_END,
  'delete-nominee': UNTIL_END,
  'add-category': UNTIL_END,
  /** Name, order, price. */
  'edit-category': UNTIL_END,
  'delete-category': UNTIL_END,
  'edit-title': UNTIL_END,
  /** Dates, price, limits: everything that is sealed but what is shown and how long voters are known. */
  'change-rules': {
    ...UNTIL_END,
    message: 'This contest has ended; its dates, price and rules can no longer change.',
  },
  /** An end that has passed, by an amendment with a reason (ADR 125). */
  'extend-end': {
    ...UNTIL_FINAL,
    message: 'The results of this contest are final; its end can no longer change.',
  },
  'pause-or-resume': UNTIL_END,
  'hide-results': { ...UNTIL_END, message: 'Voting has ended. A result that is shown stays shown.' },
  /** Of a contest that has votes. */
  'delete-contest': {
    ...UNTIL_END,
    message: 'This contest has ended with votes. Its result stays readable and cannot be deleted.',
  },
  /** The votes of a payment that a person gave back are taken away. */
  'refund-effect': UNTIL_END,
  /** The votes of a payment that the provider took back, such as after a lost dispute. */
  'provider-reversal': UNTIL_FINAL,
  /** By two persons with a reason (ADR 61). */
  correction: { PROVISIONAL: false, FINAL: true },
} satisfies Record<string, WritePolicy>;

export type ResultWrite = keyof typeof RESULT_WRITES;

/** Times are compared as numbers: it is asked for every public answer. A draft has no result, whatever its dates say. */
export function resultPhase(contest: ResultFacts, now: Date): ResultPhase {
  if (contest.resultsFinalAt) return 'FINAL';
  if (contest.status === 'DRAFT') return 'OPEN';
  const end = contest.endedAt ?? contest.endDate;
  return contest.status === 'ENDED' || now.getTime() >= end.getTime() ? 'PROVISIONAL' : 'OPEN';
}

/** The one answer to "may this still change a result?". */
export function mayChangeResult(phase: ResultPhase, write: ResultWrite): boolean {
  return phase === 'OPEN' ? write !== 'correction' : RESULT_WRITES[write][phase];
}

/**
 * For a contest whose row the caller has locked (`lockOwn`), so that a race with the end is exact (ADR 181).
 * @throws AppError RESULT_CLOSED; CONFLICT for a correction of results that are not final
 */
export function assertMayChangeResult(contest: ResultFacts, write: ResultWrite, now: Date): void {
  const phase = resultPhase(contest, now);
  if (mayChangeResult(phase, write)) return;
  if (write === 'correction') {
    throw new AppError('CONFLICT', {
      message: 'These results are not final yet. Only final results are corrected.',
    });
  }
  const { message = refusal(phase) }: WritePolicy = RESULT_WRITES[write];
  throw new AppError('RESULT_CLOSED', { message });
}

/**
 * The same for a caller that has not locked the contest. The row is shared until the transaction ends, so that neither the end nor the moment
 * results become final comes between the decision and the write. A transaction that changes the contest's row later locks it first and
 * asks `assertMayChangeResult`: two that share it would wait for each other.
 * @returns the phase; a contest that does not exist is OPEN, and the caller says so in its own words
 * @throws AppError as `assertMayChangeResult`
 */
export async function guardResult(
  sql: Transaction,
  contestId: string,
  write: ResultWrite,
  now: Date,
): Promise<ResultPhase> {
  const answer = await sql.query(
    `SELECT status, end_date AS "endDate", ended_at AS "endedAt", results_final_at AS "resultsFinalAt"
     FROM contests WHERE id = $1 FOR SHARE`,
    [contestId],
  );
  const [contest] = Array.isArray(answer) ? answer : answer.rows;
  if (!contest) return 'OPEN';
  assertMayChangeResult(contest, write, now);
  return resultPhase(contest, now);
}

/** Whether a form that sends whole records changes a field. */
export function isChanged<T>(sent: T | undefined, stored: T): boolean {
  return sent !== undefined && sent !== stored;
}

function refusal(phase: ResultPhase): string | undefined {
  return phase === 'FINAL'
    ? 'The results of this contest are final. Only a correction with a reason, confirmed by a second person, changes them.'
    : undefined;
}

interface Queries {
  query<Rows extends object[]>(text: string, values: unknown[]): Promise<Rows>;
}

/**
 * Before an answer that names a person beside a choice, or that says when a vote was cast: in elections there is none but the voter's own receipt (ADR 134).
 * @throws AppError BALLOTS_ARE_SECRET
 */
export async function assertNoSecretBallots(source: Queries, contestId: string): Promise<void> {
  const secret = await source.query('SELECT FROM contests c WHERE c.id = $1 AND ballots_are_secret(c)', [
    contestId,
  ]);
  if (secret.length) throw new AppError('BALLOTS_ARE_SECRET');
}
