-- Count held votes: the same rows as if they had counted when they were cast, at the time of the decision.
--
-- Input   $1 now, $2 who decides, $6 the public reason; then arrays of equal length: $3 votes, $4 phone digests, $5 e-mail digests (null
--         without one, or when the person has been erased since).
-- Locks   the held rows are locked by the caller; the votes' rows are locked here. The ledger's primary key refuses a second count.
-- Writes  votes, held_votes, held_decisions (public figures), ledger rows, one outbox row per contestant and channel.
-- Returns the ids that now count.
WITH input AS (
  SELECT * FROM unnest($3::uuid[], $4::bytea[], $5::bytea[]) AS t (id, phone_digest, email_digest)
),
decided AS (
  UPDATE held_votes h SET decision = 'RELEASED', decided_at = $1, decided_by = $2, decision_reason = $6
  FROM input i WHERE h.vote_id = i.id AND h.decision IS NULL
  RETURNING h.vote_id
),
released AS (
  UPDATE votes v SET status = 'COMPLETED', counted_at = $1
  FROM decided d WHERE v.id = d.vote_id AND v.status = 'PENDING' AND v.price_pesewas = 0
  RETURNING v.id, v.contest_id, v.category_id, v.contestant_id, v.vote_count, v.source
),
told AS (
  INSERT INTO held_decisions (id, contest_id, contestant_id, decision, casts, votes, reason, decided_by, decided_at)
  SELECT gen_random_uuid(), contest_id, contestant_id, 'RELEASED', count(*), sum(vote_count), $6, $2, $1
  FROM released GROUP BY contest_id, contestant_id
),
counted AS (
  INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas, method, channel, recorded_at)
  SELECT id, 'COUNT', contest_id, category_id, contestant_id, vote_count, 0, 'FREE', lower(source), $1 FROM released
),
queued AS (
  INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel,
    phone_digests, email_digests, created_at)
  SELECT r.contest_id, r.category_id, r.contestant_id, sum(r.vote_count), count(*), 0,
    date_trunc('hour', $1::timestamptz, 'UTC'), 'FREE', lower(r.source),
    coalesce(array_agg(i.phone_digest) FILTER (WHERE i.phone_digest IS NOT NULL), '{}'),
    coalesce(array_agg(i.email_digest) FILTER (WHERE i.email_digest IS NOT NULL), '{}'), $1
  FROM released r JOIN input i ON i.id = r.id
  GROUP BY r.contest_id, r.category_id, r.contestant_id, r.source
)
SELECT id FROM released
