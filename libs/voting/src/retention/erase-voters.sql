-- Erase the voters of some votes of one contest.
--
-- Input   $1 contest, $2 the last vote of the batch before, $3 most votes.
-- Locks   the votes' rows, in the order of their ids.
-- Writes  name, e-mail, phone, device, network and age of the browser's token go, and the request's digest, from which a phone number could be found by trying all. Count,
--         price, state and key stay; the ledger holds no personal data.
-- Returns one row: the last vote looked at (null: there was none) and how many held personal data.
WITH batch AS (
  SELECT id FROM votes WHERE contest_id = $1 AND id > $2 ORDER BY id LIMIT $3 FOR UPDATE
),
erased AS (
  UPDATE votes v SET voter_name = NULL, voter_email = NULL, voter_phone = NULL, device_digest = NULL, network_digest = NULL,
    token_minutes = NULL, request_digest = ''
  FROM batch b
  WHERE v.id = b.id AND (v.voter_phone IS NOT NULL OR v.voter_email IS NOT NULL OR v.voter_name IS NOT NULL
    OR v.device_digest IS NOT NULL OR v.network_digest IS NOT NULL OR v.token_minutes IS NOT NULL OR v.request_digest <> '')
  RETURNING v.id
)
SELECT (SELECT max(id::text) FROM batch) AS last, (SELECT count(*) FROM erased) AS erased
