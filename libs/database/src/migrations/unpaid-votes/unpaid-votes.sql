-- Finds paid votes that still wait for payment, oldest first: ids grow with time.

-- Votes and payments come in meanwhile: rather fail and be run again than make them queue up behind a long query.
SET LOCAL lock_timeout = '10s';

CREATE INDEX votes_unpaid ON votes (id) WHERE status = 'PENDING' AND price_pesewas > 0;
