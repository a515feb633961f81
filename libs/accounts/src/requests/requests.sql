-- name: claim-request
-- Begin a request, or take it over from a process that is gone.
--
-- Input   $1 account, $2 key, $3 run (new), $4 digest of the request, $5 now, $6 begun before: its process is gone,
--         $7 whether it may be done again although a part of it was committed.
-- Locks   the request's row.
-- Returns one row when the caller does the request now. None: it is there already.
INSERT INTO requests (account_id, key, run, digest, started_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (key, account_id) DO UPDATE SET run = excluded.run, started_at = excluded.started_at
WHERE requests.status IS NULL AND requests.started_at < $6 AND requests.digest = $4 AND ($7 OR NOT requests.committed)
RETURNING run

-- name: find-request
-- Input   $1 key, $2 accounts. Locks none.
SELECT digest, started_at, committed, status, answer FROM requests WHERE key = $1 AND account_id = ANY($2)

-- name: keep-answer
-- Input   $1 key, $2 account, $3 run, $4 status, $5 answer (encrypted). Locks the request's row.
UPDATE requests SET status = $4, answer = $5 WHERE key = $1 AND account_id = $2 AND run = $3

-- name: forget-request
-- Nothing was done: the same key may be sent again. A request that committed something stays.
--
-- Input   $1 key, $2 account, $3 run, $4 whether it may be done again although a part of it was committed. Locks the request's row.
-- Returns one row when it is gone.
DELETE FROM requests WHERE key = $1 AND account_id = $2 AND run = $3 AND ($4 OR NOT committed) RETURNING key

-- name: sweep-requests
-- Input   $1 begun before. Locks the rows that it deletes.
DELETE FROM requests WHERE started_at < $1
