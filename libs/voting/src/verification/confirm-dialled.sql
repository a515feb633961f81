-- Confirm the verification that a phone has dialled, or take a try of each that waits for it.
--
-- Input   $1 phone as the network says, $2 the number that was dialled, $3 now, $4 the session, $5 most tries.
-- Locks   the phone's verifications until the end of the statement: wrong numbers at the same time are all counted.
-- Returns the confirmed verification, also when it was confirmed before; nothing for a number that does not fit.
WITH own AS (
  SELECT id, dial_number, verified_at, tries FROM phone_verifications
  WHERE phone = $1 AND channel = 'ussd' AND expires_at > $3
  FOR UPDATE
),
fitting AS (
  SELECT id FROM own WHERE dial_number = $2 AND tries < $5
),
tried AS (
  UPDATE phone_verifications v SET tries = v.tries + 1
  FROM own WHERE v.id = own.id AND own.verified_at IS NULL AND own.tries < $5 AND NOT EXISTS (SELECT FROM fitting)
)
UPDATE phone_verifications v SET verified_at = coalesce(v.verified_at, $3), dialled_by = coalesce(v.dialled_by, $4::uuid)
FROM fitting WHERE v.id = fitting.id
RETURNING v.id, v.contest_id
