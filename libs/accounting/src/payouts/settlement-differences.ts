import { sqlFile, type Transactions } from '@abato/database';
import { tryEach } from '@abato/jobs';
import { smallestIdAt } from '@abato/platform';
import { statesOf } from '@abato/payments';

/** SQL: the columns of SettlementDifference, of a row `d`. The subject of a missing payment is its host and its day. */
export const DIFFERENCE = `d.class, d.provider_id AS "providerId",
  CASE WHEN d.class IN ('unknown-payment', 'paid-twice') THEN split_part(d.subject, ' ', 1) END AS reference,
  CASE WHEN d.class = 'missing' THEN split_part(d.subject, ' ', 2) END AS day,
  d.theirs_pesewas AS "theirsPesewas", d.ours_pesewas AS "oursPesewas", d.found_at AS since`;

const FIND = sqlFile(import.meta.url, './settlement-differences.sql');
const RECORD = sqlFile(import.meta.url, './record-differences.sql');
const DAY_MS = 86_400_000;
/** Older settlements are compared again only while something about them is open. */
const COMPARED_DAYS = 120;
/** The provider pays on the next working day; a weekend and a holiday are between. After so many days a payment is missing. */
export const MISSING_AFTER_DAYS = 5;

const COUNTED = statesOf('counted');

/**
 * Write down what of the settlements cannot be explained. What is explained by now stays, with the time.
 * @param hosts whose settlements were read; null is the platform
 * @param stopping ends it after the host in hand
 * @returns how many are open
 */
export async function recordSettlementDifferences(
  db: Transactions,
  now: Date,
  hosts: readonly (string | null)[],
  stopping?: AbortSignal,
): Promise<number> {
  let open = 0;
  const record = async (host: string | null): Promise<void> => {
    open += await recordOf(db, now, host);
  };
  await tryEach(new Set(hosts), record, stopping ? { stopping } : {});
  return open;
}

/** A host with many payments must not take the time in which the others are compared. */
async function recordOf(db: Transactions, now: Date, host: string | null): Promise<number> {
  const of = [host === null ? [] : [host], host === null];
  const since = now.getTime() - COMPARED_DAYS * DAY_MS;
  const { rows: found } = await db.query<{ class: string; subject: string }>(FIND, [
    new Date(since),
    smallestIdAt(since),
    new Date(now.getTime() - MISSING_AFTER_DAYS * DAY_MS),
    COUNTED,
    ...of,
  ]);
  return db.run(async ({ sql }) => {
    await sql.query(RECORD, [JSON.stringify(found), now, ...of]);
    const { rows } = await sql.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM settlement_differences WHERE host_id IS NOT DISTINCT FROM $1 AND resolved_at IS NULL`,
      [host],
    );
    return rows[0]?.open ?? 0;
  });
}
