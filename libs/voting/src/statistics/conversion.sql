-- How many votes that were to be paid were cast, how many of them reached the provider and how many count; and how many people voted.
--
-- Input   $1 owner (null: all owners), $2 contest (null: all but rehearsals), $3 first moment, $4 smallest id of a vote since then.
-- Locks   none.
-- Returns one row. Counted votes come from the tallies, the others from an index that holds only them. Voters are of all time: a phone
--         number counts once in each contest.
WITH mine AS MATERIALIZED (
  SELECT c.id FROM contests c
  WHERE ($1::uuid IS NULL OR c.user_id = $1) AND CASE WHEN $2::uuid IS NULL THEN NOT c.is_rehearsal ELSE c.id = $2 END
    AND c.archived_at IS NULL
),
unpaid AS (
  SELECT count(*) AS votes, count(*) FILTER (WHERE EXISTS (
    SELECT FROM payments p WHERE p.vote_id = v.id AND p.state NOT IN ('CREATED', 'INIT_UNKNOWN', 'FAILED_INIT'))) AS started
  FROM mine m
  JOIN votes v ON v.contest_id = m.id AND v.status IN ('PENDING', 'FAILED') AND v.id >= $4::uuid AND v.price_pesewas > 0
    AND v.source <> 'MANUAL'
),
paid AS (
  SELECT coalesce(sum(h.transactions), 0)::bigint AS votes
  FROM mine m JOIN contest_hours h ON h.contest_id = m.id AND h.method = 'PAYSTACK' AND h.hour >= $3
),
voters AS (
  SELECT coalesce(sum(t.unique_phones), 0)::bigint AS phones, coalesce(sum(t.unique_emails), 0)::bigint AS emails
  FROM mine m JOIN contest_tallies t ON t.contest_id = m.id
),
counted AS (
  SELECT coalesce(sum(t.votes), 0)::bigint AS votes
  FROM mine m JOIN visible_contestants p ON p.contest_id = m.id JOIN contestant_tallies t ON t.contestant_id = p.id
)
SELECT u.votes + d.votes AS "cast", u.started + d.votes AS started, d.votes AS paid, v.phones, v.emails, n.votes AS counted
FROM unpaid u, paid d, voters v, counted n
