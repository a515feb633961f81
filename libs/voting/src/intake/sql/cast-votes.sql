-- Write one batch of votes: the heart of group commit.
--
-- Input   $1 now; then arrays of equal length, one element per vote: $2 id, $3 contest, $4 category, $5 contestant,
--         $6 votes that count, $7 price of one (pesewas), $8 name, $9 e-mail, $10 phone, $11 idempotency key, $12 request digest,
--         $13 phone digest (null without a phone), $14 e-mail digest (null without an e-mail), $15 source, $16 device digest (null when unknown),
--         $17 reason to hold a free vote (null: it counts), $18 amount (pesewas), $19 multiplier of the window that was open,
--         $20 version of the contest's prices by which the vote was priced, $21 digest of the network, $22 minutes of the browser's token (both null
--         when unknown), $23 salt and $24 commitment to the phone or, of a vote without one, to its receipt code (null: the log makes both).
-- Locks   contests FOR SHARE and contestants FOR KEY SHARE, in id order, until commit: a contest cannot end or change its
--         prices, and a contestant cannot be deleted, between this check and the commit. Caches may be old; this is not.
--         Before them each contest's turnstile, shared (libs/contests, closeTurnstile): further votes could share a row for ever while a
--         change waits for it, and here they wait behind the change.
-- Writes  votes with salts and commitments: the voter is told the commitment at once, and it stays when the voter is erased (ADR 124); for free votes that count also their ledger rows and one outbox row per contestant and batch, for those that
--         are held their reason.
-- Returns the ids that were written. A missing id is a duplicate idempotency key or a refusal: the caller finds out which.
WITH input AS (
  SELECT * FROM unnest(
    $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::int[], $7::bigint[], $8::text[], $9::text[], $10::text[],
    $11::uuid[], $12::bytea[], $13::bytea[], $14::bytea[], $15::text[], $16::bytea[], $17::text[], $18::bigint[], $19::smallint[],
    $20::int[], $21::bytea[], $22::int[], $23::bytea[], $24::bytea[])
  AS t (id, contest_id, category_id, contestant_id, votes, price, name, email, phone, key, digest, phone_digest, email_digest, source,
    device, hold, amount, multiplier, pricing, network, token_minutes, salt, commitment)
),
turnstiles AS MATERIALIZED (
  SELECT contest_id, pg_advisory_xact_lock_shared(hashtextextended('contest ' || contest_id, 0))
  FROM (SELECT DISTINCT contest_id FROM input ORDER BY contest_id) asked
),
open_contests AS MATERIALIZED (
  SELECT c.id, c.pricing_version AS pricing
  FROM contests c
  WHERE c.id IN (SELECT contest_id FROM turnstiles)
    AND c.status = 'ACTIVE' AND c.archived_at IS NULL
    AND c.start_date <= $1::timestamptz AND c.end_date > $1::timestamptz
    AND EXISTS (SELECT FROM hosts h WHERE h.id = c.host_id AND h.is_active)
  ORDER BY c.id
  FOR SHARE OF c
),
live_contestants AS MATERIALIZED (
  SELECT p.id, p.category_id, p.contest_id
  FROM contestants p
  WHERE p.id IN (SELECT contestant_id FROM input) AND p.archived_at IS NULL
    AND EXISTS (SELECT FROM categories k WHERE k.id = p.category_id AND k.archived_at IS NULL)
  ORDER BY p.id
  FOR KEY SHARE OF p
),
written AS (
  INSERT INTO votes (id, contest_id, category_id, contestant_id, vote_count, price_pesewas, amount_pesewas, multiplier, status,
    source, voter_name, voter_email, voter_phone, idempotency_key, request_digest, device_digest, network_digest, token_minutes, created_at,
    counted_at)
  SELECT i.id, i.contest_id, i.category_id, i.contestant_id, i.votes, i.price, i.amount, i.multiplier,
    CASE WHEN i.price = 0 AND i.hold IS NULL THEN 'COMPLETED' ELSE 'PENDING' END, i.source,
    i.name, i.email, i.phone, i.key, i.digest, i.device, i.network, i.token_minutes, $1, CASE WHEN i.price = 0 AND i.hold IS NULL THEN $1 END
  FROM input i
  JOIN open_contests c ON c.id = i.contest_id AND c.pricing = i.pricing
  -- IS TRUE keeps this a lookup in one hash table: as a join it was planned as a loop over all contestants for every vote.
  WHERE ((i.contestant_id, i.category_id, i.contest_id) IN (SELECT id, category_id, contest_id FROM live_contestants)) IS TRUE
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id, contest_id, category_id, contestant_id, vote_count, status, source
),
salted AS (
  INSERT INTO log_salts (vote_id, contest_id, salt, voter, ballot)
  SELECT w.id, w.contest_id, i.salt, CASE WHEN i.phone IS NOT NULL THEN i.commitment END, CASE WHEN i.phone IS NULL THEN i.commitment END
  FROM input i JOIN written w ON w.id = i.id WHERE i.salt IS NOT NULL
),
held AS (
  INSERT INTO held_votes (vote_id, contest_id, votes, reason, held_at)
  SELECT w.id, w.contest_id, w.vote_count, i.hold, $1 FROM input i JOIN written w ON w.id = i.id
  WHERE i.hold IS NOT NULL AND i.price = 0
),
counted AS (
  INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas, method, channel, recorded_at)
  SELECT id, 'COUNT', contest_id, category_id, contestant_id, vote_count, 0, 'FREE', lower(source), $1
  FROM written WHERE status = 'COMPLETED'
),
queued AS (
  INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel,
    phone_digests, email_digests, created_at)
  SELECT w.contest_id, w.category_id, w.contestant_id, sum(w.vote_count), count(*), 0,
    date_trunc('hour', $1::timestamptz, 'UTC'), 'FREE', lower(w.source),
    coalesce(array_agg(i.phone_digest) FILTER (WHERE i.phone_digest IS NOT NULL), '{}'),
    coalesce(array_agg(i.email_digest) FILTER (WHERE i.email_digest IS NOT NULL), '{}'), $1
  FROM written w JOIN input i ON i.id = w.id
  WHERE w.status = 'COMPLETED'
  GROUP BY w.contest_id, w.category_id, w.contestant_id, w.source
)
SELECT id FROM written
