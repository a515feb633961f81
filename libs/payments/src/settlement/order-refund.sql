-- Note that a payment's money is to go back. One row per payment, whatever happens: keyed by it, so that no two updates
-- can order it twice. Ordering again is only possible for one that the provider could not carry out, and for what is left after one that
-- went through.
--
-- Input   $1 id, $2 payment, $3 amount that is left, $4 currency, $5 cause, $6 actor, $7 reason, $8 now, $9 whether the earlier one went
--         through.
-- Locks   the payment row is locked by the caller.
INSERT INTO refunds (id, payment_id, amount_pesewas, currency, cause, status, actor_user_id, reason, next_attempt_at, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, 'DUE', $6, $7, $8, $8, $8)
ON CONFLICT (payment_id) DO UPDATE SET status = 'DUE', amount_pesewas = $3, next_attempt_at = $8, provider_refund_id = NULL, attempts = 0,
    sent_at = NULL,
    actor_user_id = coalesce($6, refunds.actor_user_id), reason = coalesce($7, refunds.reason), updated_at = $8
  WHERE refunds.status = 'ATTENTION' OR $9 AND refunds.status IN ('SENT', 'ACCEPTED')
