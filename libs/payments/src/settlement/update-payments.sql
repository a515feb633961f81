-- Write down what proofs say about attempts, and the transitions they caused.
--
-- Input   $1 now; arrays of equal length, one element per attempt: $2 payment, $3 state before, $4 state after, $5 source,
--         $6 detail (JSON; null: nothing worth an event), $7 provider's status, $8 its message, $9 its transaction id, $10 channel,
--         $11 fees, $12 amount taken, $13 currency taken, $14 paid at, $15 next check, $16 when the provider's refunds are to be
--         read, $17 the platform's part, $18 the host's part and $19 the subaccount by the provider. Null in $7 to $14 and from $16 on leaves
--         what is known.
-- Locks   the payment rows are locked by the caller.
-- Writes  the payments; one event for each detail given.
WITH proofs AS (
  SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[],
    $11::bigint[], $12::bigint[], $13::text[], $14::timestamptz[], $15::timestamptz[], $16::timestamptz[], $17::bigint[], $18::bigint[], $19::text[])
    AS n (payment_id, before, after, source, detail, status, message, transaction_id, channel, fees, amount, currency, paid_at, next_check_at,
      returns_check_at, platform, host, subaccount)
),
updated AS (
  UPDATE payments p SET
    state = n.after,
    provider_status = coalesce(n.status, p.provider_status),
    provider_message = coalesce(n.message, p.provider_message),
    provider_transaction_id = coalesce(p.provider_transaction_id, n.transaction_id),
    channel = coalesce(n.channel, p.channel),
    fees_pesewas = coalesce(n.fees, p.fees_pesewas),
    provider_amount_pesewas = coalesce(n.amount, p.provider_amount_pesewas),
    provider_currency = coalesce(n.currency, p.provider_currency),
    paid_at = coalesce(p.paid_at, n.paid_at),
    told_platform_pesewas = coalesce(n.platform, p.told_platform_pesewas),
    told_host_pesewas = coalesce(n.host, p.told_host_pesewas),
    told_subaccount = coalesce(n.subaccount, p.told_subaccount),
    settled_at = CASE WHEN n.before <> n.after THEN $1::timestamptz ELSE p.settled_at END,
    next_check_at = n.next_check_at,
    returns_check_at = coalesce(n.returns_check_at, p.returns_check_at),
    updated_at = $1
  FROM proofs n
  WHERE p.id = n.payment_id
  RETURNING p.id
)
INSERT INTO payment_events (payment_id, from_state, to_state, source, detail, at)
SELECT n.payment_id, n.before, n.after, n.source, n.detail::jsonb, $1
FROM proofs n JOIN updated u ON u.id = n.payment_id
WHERE n.detail IS NOT NULL
