import { type SqlRunner, type Transactions } from '@abato/database';
import type { DayComparison } from './compare-day.js';

const DAY_MS = 86_400_000;
/** A day is compared again at these ages: money may go back for months. */
const AGAIN_AT_DAYS = [7, 30, 90];
/** Every day is compared this long after it is over: a payment begun just before midnight is decided by then. */
const SETTLES_WITHIN_MS = 3_600_000;
/** A day with differences is compared again this often, until they are explained or it is this old. */
const AGAIN_AFTER_MS = 6 * 3_600_000;
const GIVE_UP_AFTER_DAYS = 14;

/** Beginnings (UTC) of days that are to be compared now, oldest first. */
export async function daysToCompare(sql: SqlRunner, now: Date): Promise<Date[]> {
  const { rows } = await sql.query<{ day: string }>(
    `SELECT d::date::text AS day
     FROM (SELECT min(created_at) AS first FROM (SELECT created_at FROM payments ORDER BY id LIMIT 1) p) begun,
       generate_series(greatest(date_trunc('day', begun.first, 'UTC'), $1::timestamptz), $2::timestamptz, '1 day') d
     WHERE d >= $4 AND NOT EXISTS (
         SELECT FROM reconciled_days r WHERE r.day = d::date AND (r.differences = 0 OR r.checked_at > $3))
       OR EXISTS (
         SELECT FROM reconciled_days r, unnest($5::int[]) AS age
         WHERE r.day = d::date AND d + age * interval '1 day' BETWEEN r.checked_at AND $6)
     ORDER BY 1`,
    [
      startOfDay(now.getTime() - (Math.max(...AGAIN_AT_DAYS) + GIVE_UP_AFTER_DAYS) * DAY_MS),
      startOfDay(now.getTime() - SETTLES_WITHIN_MS - DAY_MS),
      new Date(now.getTime() - AGAIN_AFTER_MS),
      startOfDay(now.getTime() - GIVE_UP_AFTER_DAYS * DAY_MS),
      AGAIN_AT_DAYS,
      now,
    ],
  );
  return rows.map(({ day }) => new Date(`${day}T00:00:00Z`));
}

const startOfDay = (ms: number): Date => new Date(Math.floor(ms / DAY_MS) * DAY_MS);

/** Write down what a comparison has found; a difference that is gone stays, with the time it was explained. */
export async function recordComparison(
  db: Transactions,
  day: Date,
  { successes, differences }: DayComparison,
  now: Date,
): Promise<void> {
  const date = day.toISOString().slice(0, 10);
  await db.run(async ({ sql }) => {
    const open = differences.map((one) => `${one.class} ${one.reference}`);
    await sql.query(
      `UPDATE book_differences SET resolved_at = $2
       WHERE day = $1 AND class <> ALL($4) AND resolved_at IS NULL AND NOT class || ' ' || reference = ANY($3)`,
      [date, now, open, CLOSED_BY_A_NOTE],
    );
    for (const one of differences) {
      await sql.query(
        `INSERT INTO book_differences (reference, class, day, contest_id, payment_id, provider_amount_pesewas,
           booked_amount_pesewas, found_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (reference, class) DO UPDATE SET resolved_at = NULL, provider_amount_pesewas = $6, booked_amount_pesewas = $7`,
        [one.reference, one.class, date, one.contestId, one.paymentId, one.theirs, one.ours, now],
      );
    }
    await sql.query(
      `INSERT INTO reconciled_days (day, checked_at, successes, differences) VALUES ($1, $2, $3, $4)
       ON CONFLICT (day) DO UPDATE SET checked_at = $2, successes = $3, differences = $4`,
      [date, now, successes, differences.length],
    );
  });
}

/** Differences that stay open until a super admin notes why; the others end when both sides agree. */
const CLOSED_BY_A_NOTE = ['reversed', 'returned-in-part', 'returned-too-much'] as const;

/**
 * Counted money went back and nothing had told us, or a part of it did, or more than was taken: stays open until a super admin notes why.
 * In the transaction that settles it.
 */
export async function recordDifference(
  sql: SqlRunner,
  paymentId: string,
  difference: (typeof CLOSED_BY_A_NOTE)[number],
  now: Date,
): Promise<void> {
  await sql.query(
    `INSERT INTO book_differences (reference, class, day, contest_id, payment_id, provider_amount_pesewas, booked_amount_pesewas,
       found_at)
     SELECT reference, $3, (created_at AT TIME ZONE 'UTC')::date, contest_id, id,
       greatest(coalesce(provider_amount_pesewas, amount_pesewas) - CASE $3 WHEN 'reversed' THEN coalesce(provider_amount_pesewas, amount_pesewas)
         ELSE returned_pesewas END, 0), coalesce(provider_amount_pesewas, amount_pesewas), $2
     FROM payments WHERE id = $1
     ON CONFLICT (reference, class) DO UPDATE SET resolved_at = NULL, found_at = $2,
       provider_amount_pesewas = EXCLUDED.provider_amount_pesewas`,
    [paymentId, now, difference],
  );
}

/** A note explains money that went back at the provider. */
export async function closeReturns(sql: SqlRunner, paymentId: string, now: Date): Promise<void> {
  await sql.query(
    `UPDATE book_differences SET resolved_at = $2 WHERE payment_id = $1 AND class = ANY($3) AND resolved_at IS NULL`,
    [paymentId, now, CLOSED_BY_A_NOTE],
  );
}
