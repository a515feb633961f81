import type { EntityManager } from 'typeorm';
import { AppError } from '@abato/platform';

/** Columns of `cash_entries` that name what is deleted. */
type Named = 'contest_id' | 'category_id' | 'contestant_id';

/**
 * Cash above what one person may enter alone is no vote yet: without what it names it could be neither counted nor seen. The caller holds the
 * locks that keep an entry from being written meanwhile.
 * @throws AppError CONFLICT while an entry of cash that names one of them waits
 */
export async function assertNoWaitingCash(
  manager: EntityManager,
  column: Named,
  ids: readonly string[],
): Promise<void> {
  const waiting: unknown[] = await manager.query(
    `SELECT 1 FROM cash_entries WHERE decision IS NULL AND ${column} = ANY($1) LIMIT 1`,
    [ids],
  );
  if (!waiting.length) return;
  throw new AppError('CONFLICT', {
    message: 'Cash waits here for a second person. Have it confirmed, rejected or withdrawn first.',
  });
}
