import type { SqlRunner } from '@abato/database';
import type { Decision, Situation } from '../rules/payment-decision.js';
import type { Locked } from './lock-and-read.js';

/** An update with what follows from it. */
export type Judged = Locked & { situation: Situation; decision: Decision };

/**
 * Alert once: what contradicts a payment a second time in the same way brings no new alert and no new event. The provider repeats a
 * webhook for three days.
 */
export async function silenceRepeats(sql: SqlRunner, steps: readonly Judged[]): Promise<Judged[]> {
  const alerting = steps.filter(({ decision }) => decision.action === 'none' && decision.alert);
  if (!alerting.length) return [...steps];
  const { rows } = await sql.query<{ payment_id: string }>(
    `SELECT n.payment_id
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS n (payment_id, situation, amount, currency)
     WHERE EXISTS (
       SELECT FROM payment_events e
       WHERE e.payment_id = n.payment_id AND e.detail ->> 'situation' = n.situation
         AND e.detail ->> 'amount' IS NOT DISTINCT FROM n.amount AND e.detail ->> 'currency' IS NOT DISTINCT FROM n.currency)`,
    [
      alerting.map(({ payment }) => payment.id),
      alerting.map(({ situation }) => situation),
      alerting.map(({ update: { proof } }) =>
        proof.status === 'success' && Number.isFinite(proof.amount) ? String(proof.amount) : null,
      ),
      alerting.map(({ update: { proof } }) => (proof.status === 'success' ? (proof.currency ?? null) : null)),
    ],
  );
  const known = new Set(rows.map((row) => row.payment_id));
  return steps.map((step) =>
    step.decision.action === 'none' && known.has(step.payment.id)
      ? { ...step, decision: { action: 'none' } }
      : step,
  );
}
