-- Held votes that still wait for a decision, with what counting them needs.
--
-- Input   $1 contest, $2 votes (null: any), $3 cause for which they are held (null: any), $4 most rows, $5 whether only those whose voters ask
--         that they be looked at again, $6 whether those of archived contestants too, which can only be rejected.
-- Locks   their rows, in the order of their ids, until the transaction ends: two people who decide at once decide each vote once,
--         because a row that was decided while this waited no longer fits. Their contestants FOR KEY SHARE: none is archived meanwhile.
-- Returns one row per vote.
SELECT h.vote_id AS id, h.votes, v.voter_phone AS phone, v.voter_email AS email, h.appealed_at IS NOT NULL AS "isAppealed"
FROM held_votes h
JOIN votes v ON v.id = h.vote_id
JOIN contestants p ON p.id = v.contestant_id
WHERE h.contest_id = $1 AND h.decision IS NULL
  AND ($6::boolean OR p.archived_at IS NULL AND EXISTS (SELECT FROM visible_contestants s WHERE s.id = p.id))
  AND ($2::uuid[] IS NULL OR h.vote_id = ANY($2)) AND ($3::text IS NULL OR h.reason = $3)
  AND (NOT $5::boolean OR h.appealed_at IS NOT NULL)
ORDER BY h.vote_id
LIMIT $4
FOR UPDATE OF h FOR KEY SHARE OF p
