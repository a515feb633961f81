-- Write one share of the voters of outbox rows that another transaction holds locked, and remember how many of them are new.
--
-- Input   $1 contest, $2 ids of the rows, $3 share (from 0), $4 number of shares. A voter belongs to the share of its digest's first byte,
--         so that connections with different shares never wait for one another.
-- Locks   voter rows, in key order.
-- Returns nothing. Doing it again writes nothing new, and the counts of the first time stay until a fold adds them.
WITH new_voters AS (
  INSERT INTO contest_voters (contest_id, kind, digest)
  SELECT DISTINCT $1::uuid, v.kind, v.digest
  FROM tally_outbox o
  CROSS JOIN LATERAL (
    SELECT 'phone' AS kind, unnest(o.phone_digests) AS digest
    UNION ALL SELECT 'email', unnest(o.email_digests)
  ) v
  WHERE o.id = ANY($2::bigint[]) AND get_byte(v.digest, 0) % $4::int = $3::int
  ORDER BY 2, 3
  ON CONFLICT DO NOTHING
  RETURNING kind
)
INSERT INTO new_voter_counts (contest_id, phones, emails)
SELECT $1, count(*) FILTER (WHERE kind = 'phone'), count(*) FILTER (WHERE kind = 'email') FROM new_voters HAVING count(*) > 0
