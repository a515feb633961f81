-- The first entry of each payment of a host, by the time of the payment: what is to be paid out next is asked of the newest only.
--
-- Expand-only.

SET LOCAL lock_timeout = '10s';

CREATE INDEX journal_first ON journal (host_id, payment_id) WHERE step = 1;
