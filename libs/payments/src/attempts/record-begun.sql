-- What became of the call that begins an attempt. A webhook may have been faster: then the state has moved on and stays.
--
-- Input   $1 payment, $2 new state, $3 now, $4 source, $5 address, $6 access code, $7 provider's message, $8 next check,
--         $9 status of a direct charge, $10 what it asks for, $11 the page it leads to.
-- Locks   the payment row.
-- Writes  the payment and one event.
-- Returns one row when the state was changed.
WITH updated AS (
  UPDATE payments SET state = $2, authorization_url = $5, access_code = $6, provider_message = coalesce($7, provider_message),
    charge_status = $9, charge_text = $10, charge_url = $11, next_check_at = $8::timestamptz, updated_at = $3
  WHERE id = $1 AND state = 'CREATED'
  RETURNING id, vote_id
),
event AS (
  INSERT INTO payment_events (payment_id, from_state, to_state, source, at)
  SELECT id, 'CREATED', $2, $4, $3 FROM updated
)
SELECT vote_id FROM updated
