import type { ContestDirectory } from '@abato/contests';
import { refusalTexts } from '@abato/contracts';
import { AppError } from '@abato/platform';
import { refusalOf } from './cast-row.js';
import type { VoteRow } from './fast/write-votes.js';

/**
 * A refusal with what only the database knows: a contestant that this contest does not have may be another contest's, which is a
 * mistake in the request (400) and not something that is gone (404).
 */
export async function explained(
  refusal: AppError,
  row: VoteRow,
  directory: ContestDirectory,
): Promise<AppError> {
  if (refusal.code !== 'CONTESTANT_NOT_FOUND') return refusal;
  if (!(await directory.isElsewhere(row.contestId, row.contestantId))) return refusal;
  const message = refusalTexts.nominee.otherContest;
  return new AppError('WRONG_NESTING', { message, errors: [{ field: 'contestantId', message }] });
}

/** Why the database refused a row that the cached contest allowed. */
export async function newerRefusal(row: VoteRow, directory: ContestDirectory, at: Date): Promise<AppError> {
  directory.drop(row.contestId);
  const judged = refusalOf(await directory.find(row.contestId), row, at);
  return (judged && (await explained(judged, row, directory))) ?? new AppError('CONTEST_CHANGED');
}
