-- What the charts of the statistics screen are drawn from: sums by hour or day, by hour of the day, by method and by channel.
--
-- Input   $1 owner (null: all owners), $2 contest (null: all but rehearsals), $3 'hour' or 'day', $4 first moment.
-- Locks   none.
-- Returns a row per group; exactly one of at, of_day, method, channel is not null. As in the totals, money of deleted contests stays in,
--         their votes do not.
SELECT date_trunc($3, h.hour, 'UTC') AS at, extract(hour FROM h.hour AT TIME ZONE 'UTC')::integer AS of_day, h.method, h.channel,
  coalesce(sum(h.votes) FILTER (WHERE c.archived_at IS NULL), 0)::bigint AS votes,
  coalesce(sum(h.transactions) FILTER (WHERE c.archived_at IS NULL), 0)::bigint AS transactions,
  sum(h.amount_pesewas)::bigint AS amount
FROM contests c JOIN visible_hours h ON h.contest_id = c.id
WHERE ($1::uuid IS NULL OR c.user_id = $1) AND CASE WHEN $2::uuid IS NULL THEN NOT c.is_rehearsal ELSE c.id = $2 END AND h.hour >= $4
GROUP BY GROUPING SETS ((date_trunc($3, h.hour, 'UTC')), (extract(hour FROM h.hour AT TIME ZONE 'UTC')), (h.method), (h.channel))
ORDER BY votes DESC, h.method, h.channel
