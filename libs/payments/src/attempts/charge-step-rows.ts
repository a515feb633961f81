import type pg from 'pg';

/** So long after a charge has begun, and between two questions, the provider is asked what a pending one wants. */
const STEP_EVERY_MS = 10_000;

/** @returns whether to ask the provider what a charge that is still `pending` wants of the payer: once in ten seconds */
export async function isChargeStepDue(pool: pg.Pool, reference: string, now: Date): Promise<boolean> {
  const { rows } = await pool.query<{ created_at: Date; checked_at: Date | null }>(
    `SELECT created_at, checked_at FROM payments
     WHERE reference = $1 AND flow = 'CHARGE' AND state = 'PROVIDER_PENDING' AND charge_status = 'pending'`,
    [reference],
  );
  const charge = rows[0];
  if (!charge) return false;
  const turn = (at: Date): number => Math.floor((at.getTime() - charge.created_at.getTime()) / STEP_EVERY_MS);
  return turn(now) > turn(charge.checked_at ?? charge.created_at);
}

/** The step of a direct charge now; only while nothing else has become known of it. */
export async function recordChargeStep(
  pool: pg.Pool,
  reference: string,
  step: { status: string; message: string | null; url: string | null },
  now: Date,
): Promise<void> {
  await pool.query(
    `UPDATE payments SET charge_status = $2, provider_message = $3, charge_text = $3, charge_url = $4, updated_at = $5
     WHERE reference = $1 AND flow = 'CHARGE' AND state IN ('INIT_UNKNOWN', 'PROVIDER_PENDING')`,
    [reference, step.status, step.message, step.url, now],
  );
}
