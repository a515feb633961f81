import type pg from 'pg';
import { tryEach } from '@abato/jobs';
import type { ProviderDispute } from '@abato/paystack';
import type { Settlement } from '../confirm/settlement.service.js';
import { type DisputedPayment, recordDispute } from './record-dispute.js';

/**
 * Keep disputes that the provider's list shows and we do not know, or know otherwise: their webhooks were lost (ADR 98). What they mean for
 * money and votes is settled apart from it.
 * @throws Error the first failure, after all have been tried
 */
export async function recordListed(
  settlement: Pick<Settlement, 'transaction'>,
  pool: pg.Pool,
  disputes: readonly ProviderDispute[],
): Promise<void> {
  const unknown = await unknownOf(pool, disputes);
  await tryEach(
    disputes.filter(({ id }) => id !== null && unknown.has(id)),
    (dispute) =>
      settlement.transaction(async ({ sql, now, publicUrl }) => {
        // Settlement locks the payment first, too.
        const { rows } = await sql.query<DisputedPayment>(
          'SELECT id, contest_id, reference, amount_pesewas FROM payments WHERE reference = $1 FOR UPDATE',
          [dispute.transaction.reference],
        );
        if (rows[0]) await recordDispute(sql, rows[0], dispute, { now, publicUrl });
      }),
  );
}

/** Ids of those about payments of ours that are not written down as the list shows them. */
async function unknownOf(pool: pg.Pool, disputes: readonly ProviderDispute[]): Promise<Set<string>> {
  const named = disputes.filter(({ id, transaction }) => id !== null && transaction.reference !== null);
  if (!named.length) return new Set();
  const { rows } = await pool.query<{ id: string }>(
    `SELECT n.id::text FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS n (id, reference, status, resolution)
     JOIN payments p ON p.reference = n.reference AND p.method = 'PAYSTACK'
     LEFT JOIN disputes d ON d.id = n.id
     WHERE d.id IS NULL
       OR d.payment_id = p.id AND d.status <> 'resolved' AND (d.status, d.resolution) IS DISTINCT FROM (coalesce(n.status, 'pending'), n.resolution)`,
    [
      named.map(({ id }) => id),
      named.map(({ transaction }) => transaction.reference),
      named.map(({ status }) => status),
      named.map(({ resolution }) => resolution),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}
