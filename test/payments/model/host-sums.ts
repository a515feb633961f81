import type pg from 'pg';
import { mergeHostSums, readHostFigures } from '@abato/testing/accounting';

/** The sums of a host (ADR 122) beside its whole journal, which is read here entry by entry. */

/** What a balance says, from the entries, payments and returns themselves. */
const WHOLE_JOURNAL = `
  WITH own AS (SELECT * FROM journal WHERE host_id = $1),
  entries AS (
    SELECT coalesce(-sum(organiser_payable) FILTER (WHERE payment_id IS NOT NULL), 0)::bigint AS payable,
      coalesce(-sum(organiser_payable) FILTER (WHERE payment_id IN (SELECT id FROM payments WHERE subaccount_code IS NULL)), 0)::bigint AS with_platform,
      coalesce(sum(organiser_payable) FILTER (WHERE settlement_id IS NOT NULL), 0)::bigint AS received,
      coalesce(-sum(platform_fee) - sum(fee_recovered), 0)::bigint AS fees,
      coalesce(-sum(refunds) - sum(disputes), 0)::bigint AS aside,
      coalesce(-sum(under_review), 0)::bigint AS review,
      coalesce(sum(provider_clearing + provider_fee + losses) FILTER (WHERE payment_id IS NOT NULL), 0)::bigint AS left_over,
      coalesce(sum(manual_cash), 0)::bigint AS cash
    FROM own
  ),
  returned AS (
    -- What went back beyond a payment is no host's.
    SELECT coalesce(sum(least(p.returned_pesewas, payment_received(p))), 0)::bigint AS returned
    FROM payments p
    WHERE p.method <> 'MANUAL' AND coalesce(p.provider_currency, 'GHS') = 'GHS' AND p.id IN (SELECT payment_id FROM own)
  ),
  told AS (
    SELECT coalesce(jsonb_agg(p.reference ORDER BY p.id DESC), '[]') AS told
    FROM own j JOIN payments p ON p.id = j.payment_id
    WHERE j.step = 1 AND p.subaccount_code IS NOT NULL AND p.told_platform_pesewas IS NOT NULL
      AND (p.told_subaccount <> p.subaccount_code
        OR p.told_platform_pesewas + p.told_host_pesewas + coalesce(p.fees_pesewas, 0) IS DISTINCT FROM p.provider_amount_pesewas
        OR p.told_platform_pesewas + CASE WHEN p.fee_bearer = 'platform' THEN coalesce(p.fees_pesewas, 0) ELSE 0 END
          IS DISTINCT FROM p.charge_pesewas)
  )
  SELECT * FROM entries, returned, told`;

/** What statements are made of, by month. */
const ENTRIES_BY_MONTH = `
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, contest_id, sum(greatest(moved, 0))::int AS came,
    sum(greatest(-moved, 0))::int AS went, sum(CASE WHEN moved < 0 AND disputes > 0 THEN least(-moved, disputes) ELSE 0 END)::int AS lost,
    sum(-organiser_payable * (payment_id IS NOT NULL)::int)::int AS part, sum(organiser_payable * (payment_id IS NULL)::int)::int AS paid_out,
    -sum(platform_fee)::int AS platform_fee, -sum(fee_recovered)::int AS provider_fee, -sum(refunds)::int AS refunds,
    -sum(disputes)::int AS disputes, sum(manual_cash)::int AS cash
  FROM journal, LATERAL (SELECT (payment_id IS NOT NULL)::int
    * -(organiser_payable + platform_fee + fee_recovered + refunds + disputes) AS moved) m
  WHERE host_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`;
const SUMS_BY_MONTH = `
  SELECT month, contest_id, sum(came)::int AS came, sum(went)::int AS went, sum(lost)::int AS lost, sum(part)::int AS part,
    sum(paid_out)::int AS paid_out, sum(platform_fee)::int AS platform_fee, sum(provider_fee)::int AS provider_fee,
    sum(refunds)::int AS refunds, sum(disputes)::int AS disputes, sum(cash)::int AS cash
  FROM host_sums s WHERE host_id = $1
    -- A month of returns alone has no entry.
    AND EXISTS (SELECT FROM journal j WHERE j.host_id = s.host_id AND to_char(j.at AT TIME ZONE 'UTC', 'YYYY-MM') = s.month
      AND j.contest_id IS NOT DISTINCT FROM s.contest_id)
  GROUP BY 1, 2 ORDER BY 1, 2`;

/** @throws Error when what is read of sums is not what the whole journal says */
export async function compareHostSums(pool: Pick<pg.Pool, 'query'>, hostId: string): Promise<void> {
  const query = async <T>(sql: string, values: unknown[]): Promise<T> =>
    (await pool.query(sql, values)).rows as T;
  const { differences, unexplained: _, ...sums } = await readHostFigures({ query }, hostId);
  const [whole] = await query<{ told: string[] }[]>(WHOLE_JOURNAL, [hostId]);
  const { told, ...money } = whole ?? { told: [] };
  expectSame('sums of the host', sums, money);
  // A page shows the newest ones only.
  const shown = differences.map(({ reference }) => reference);
  expectSame('payments told otherwise', shown, told.slice(0, shown.length || 1));
  expectSame('sums by month', await query(SUMS_BY_MONTH, [hostId]), await query(ENTRIES_BY_MONTH, [hostId]));
}

/** As they are, and made one row of several. */
export async function checkHostSums(pool: pg.Pool, hostId: string): Promise<void> {
  await compareHostSums(pool, hostId);
  await mergeHostSums(pool);
  await compareHostSums(pool, hostId);
}

function expectSame(what: string, actual: unknown, expected: unknown): void {
  const [is, should] = [actual, expected].map((one) => JSON.stringify(one, sorted));
  if (is !== should) throw new Error(`${what}: ${is} instead of ${should}`);
}

/** Objects with their keys in one order. */
const sorted = (_key: string, value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : value;
