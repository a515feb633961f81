import { sealRoster } from './sealed-roster.js';
import { sealRules } from './sealed-rules.js';

/** What runs statements and gives their rows: a transaction of the ORM. */
interface Statements {
  query<T>(text: string, values: unknown[]): Promise<T>;
}

/**
 * Seal what the public is told of a contest as it is now: its rules (ADR 125) and who is on its list. Every transaction that may change one of the two ends with it, while
 * it holds the contest's lock. A draft, and what is sealed already, is left as it is.
 * @param at from when on it is in force
 * @param reason why the rules are amended
 */
export async function sealContest(
  sql: Statements,
  contestId: string,
  at: Date,
  reason?: string,
): Promise<void> {
  const ask = <R extends object>(text: string, values: unknown[]) => sql.query<R[]>(text, values);
  await sealRules(ask, contestId, at, reason);
  await sealRoster(ask, contestId, at);
}
