import type { DisputeProof } from '@abato/paystack';

/**
 * Have the refunds read of payments whose refund is not written down yet.
 * Input: arrays of equal length, one element per refund: $1 the provider's transaction, $2 id, $3 source; $4 now.
 */
export const readSoonSql = `UPDATE payments SET returns_check_at = $4
  WHERE (state NOT IN ('REFUNDED', 'REVERSED') OR returned_pesewas > 0) AND provider_transaction_id IN (
    SELECT n.transaction FROM unnest($1::bigint[], $2::text[], $3::text[]) AS n (transaction, id, source)
    WHERE NOT EXISTS (SELECT FROM money_returns r WHERE r.source = n.source AND r.source_id = n.id)
      AND NOT EXISTS (SELECT FROM payment_events e JOIN payments o ON o.id = e.payment_id AND o.provider_transaction_id = n.transaction
        WHERE e.detail ->> 'situation' = 'return-named' AND e.detail ->> 'return' = n.source || ' ' || n.id))`;

/**
 * What disputes prove, oldest first: each lost one, and of the others only a payment's newest. An old dispute that was won says nothing
 * about a new one.
 */
export function newestProofs(disputes: readonly DisputeProof[]): DisputeProof[] {
  const inOrder = [...disputes].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  const newest = new Map(inOrder.map((dispute) => [dispute.reference, dispute]));
  return inOrder.filter(
    (dispute) => dispute.proof.status === 'reversed' || newest.get(dispute.reference) === dispute,
  );
}
