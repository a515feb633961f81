-- Let at most three verifications by dialling wait for one phone: with the new one the network that has most of them loses its oldest.
--
-- Input   $1 phone, $2 digest of the network that begins the new one (null: unknown), $3 now, $4 most that wait.
-- Locks   the caller holds the phone's lock.
-- Writes  the end of one that waits. Of networks with as many, the one that begins the new one loses its own: its pages were left.
WITH waiting AS MATERIALIZED (
  SELECT id, created_at, network IS NOT DISTINCT FROM $2::bytea AS is_own, count(*) OVER (PARTITION BY network) AS share
  FROM phone_verifications
  WHERE phone = $1 AND channel = 'ussd' AND verified_at IS NULL AND expires_at > $3
)
UPDATE phone_verifications SET expires_at = $3
WHERE id IN (
  SELECT id FROM waiting ORDER BY share + is_own::int DESC, is_own DESC, created_at
  LIMIT greatest(0, (SELECT count(*) FROM waiting) - $4 + 1)
)
