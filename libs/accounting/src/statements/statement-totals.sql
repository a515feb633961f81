-- Sums of the books of one host from the beginning up to the end of a month. A statement is the difference of two of them, so that an entry
-- whose transaction ends late is in the next statement and never in none. Money is read from the sums of the journal (ADR 122), votes from the
-- ledger.
--
-- Input   $1 host, $2 contest (null: all), $3 last month, YYYY-MM (null: everything).
-- Locks   none.
-- Returns one row; pesewas, positive as a statement shows them.
WITH sums AS (
  SELECT coalesce(sum(came), 0)::bigint AS gross, coalesce(sum(provider_fee), 0)::bigint AS provider_fee,
    coalesce(sum(platform_fee), 0)::bigint AS platform_fee, coalesce(sum(went - lost + refunds), 0)::bigint AS refunds,
    coalesce(sum(lost + disputes), 0)::bigint AS disputes, coalesce(sum(part), 0)::bigint AS net,
    coalesce(sum(paid_out), 0)::bigint AS settlements, coalesce(sum(cash), 0)::bigint AS cash
  FROM host_sums
  WHERE host_id = $1 AND ($2::uuid IS NULL OR contest_id = $2) AND ($3::text IS NULL OR month <= $3)
),
counted AS (
  SELECT coalesce(sum(l.votes), 0)::bigint AS votes
  FROM journal e
  JOIN payments p ON p.id = e.payment_id AND p.method <> 'MANUAL'
  JOIN vote_ledger l ON l.vote_id = p.vote_id AND l.payment_id = p.id
  WHERE e.host_id = $1 AND e.step = 1 AND ($2::uuid IS NULL OR e.contest_id = $2)
    AND ($3::text IS NULL OR to_char(greatest(e.at, l.recorded_at) AT TIME ZONE 'UTC', 'YYYY-MM') <= $3)
)
SELECT votes, gross, provider_fee AS "providerFee", platform_fee AS "platformFee", refunds, disputes, net, settlements, cash
FROM sums, counted
