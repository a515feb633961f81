-- How payments of a contest go now.
--
-- Input   $1 contest, $2 states that wait, $3 states that failed, $4 moment before which a wait is long, $5 and $6 moment from which attempts are
--         recent, as a moment and as the smallest id of it, $7 most attempts looked at.
-- Locks   none.
-- Returns one row. Waiting ones are read from an index that holds only uncounted payments, recent ones from the newest of the contest:
--         the cost does not grow with the payments that count.
WITH waiting AS (
  SELECT created_at FROM payments
  WHERE contest_id = $1 AND state = ANY($2) AND state NOT IN ('COMPLETED', 'DISPUTED')
),
recent AS (
  SELECT state FROM payments
  WHERE contest_id = $1 AND id >= $6 AND created_at >= $5 AND method <> 'MANUAL'
  ORDER BY id DESC LIMIT $7
)
SELECT
  (SELECT count(*) FROM waiting) AS waiting,
  (SELECT count(*) FROM waiting WHERE created_at < $4) AS "waitingLong",
  (SELECT count(*) FROM recent WHERE state IN ('COMPLETED', 'DISPUTED')) AS "recentPaid",
  (SELECT count(*) FROM recent WHERE state = ANY($3)) AS "recentFailed",
  (SELECT count(*) FROM recent WHERE state = 'INIT_UNKNOWN') AS "recentUnanswered"
