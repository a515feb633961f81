import type { EntityManager } from 'typeorm';
import { AMENDMENT_REASON, settingRows } from '@abato/contracts';
import { AppError } from '@abato/platform';
import { type ContestChange, isSame } from './contest-rules.js';
import type { Contest } from './contest.entity.js';

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
  const votes: unknown[] = await manager.query('SELECT 1 FROM votes WHERE contest_id = $1 LIMIT 1', [
    contest.id,
  ]);
  if (!votes.length) return;
  throw AppError.validation([{ field: AMENDMENT_REASON, message: 'Please say why the rules change' }]);
}
