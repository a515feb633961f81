-- What waits in the tables, whatever the queues say.
--
-- Input   none.
-- Locks   none. Every part reads the front of an index; numbers stop at 100,000.
-- Returns one row: how many rows wait, and since when the oldest does.
SELECT
  (SELECT count(*) FROM (SELECT FROM tally_outbox LIMIT 100000) o) AS outbox_rows,
  (SELECT created_at FROM tally_outbox ORDER BY id LIMIT 1) AS outbox_since,
  (SELECT count(*) FROM (SELECT FROM webhook_inbox WHERE processed_at IS NULL LIMIT 100000) w) AS webhook_rows,
  (SELECT min(received_at) FROM (SELECT received_at FROM webhook_inbox WHERE processed_at IS NULL LIMIT 100000) w) AS webhook_since,
  (SELECT count(*) FROM (SELECT FROM mail_outbox WHERE sent_at IS NULL LIMIT 100000) m) AS mail_rows,
  (SELECT min(created_at) FROM (SELECT created_at FROM mail_outbox WHERE sent_at IS NULL LIMIT 100000) m) AS mail_since
