-- One entry of cash, with the contest's owner.
--
-- Input   $1 entry.
-- Locks   the entry: two decisions about it follow one after the other.
SELECT e.contest_id, e.category_id, e.contestant_id, e.votes, e.price_pesewas,
  coalesce(e.amount_pesewas, e.votes * e.price_pesewas) AS amount_pesewas, e.multiplier, e.voter_name, e.voter_email, e.voter_phone,
  e.idempotency_key, e.request_digest, e.reason, e.entered_by, e.decision, c.user_id AS owner_id
FROM cash_entries e JOIN contests c ON c.id = e.contest_id
WHERE e.id = $1
FOR UPDATE OF e
