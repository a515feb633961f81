-- Compare one contest's votes and payments with its ledger, row by row. What a payment's money is says payment_money (ADR 10).
--
-- Input   $1 contest. Run at REPEATABLE READ.
-- Locks   none.
-- Returns one row per kind of mistake with its number and up to three examples; no row when the books agree.
WITH counted AS MATERIALIZED (
  SELECT vote_id, min(votes) FILTER (WHERE kind = 'COUNT') AS votes, min(amount_pesewas) FILTER (WHERE kind = 'COUNT') AS pesewas,
    (array_agg(payment_id) FILTER (WHERE kind = 'COUNT'))[1] AS payment_id,
    bool_or(kind = 'COUNT') AND NOT bool_or(kind = 'REVERSAL')
      AND coalesce(sum(votes) FILTER (WHERE kind = 'QUARANTINE'), 0) = 0 AS still_counts,
    sum(votes) AS net, sum(amount_pesewas) AS net_pesewas, bool_or(kind = 'REVERSAL') AS reversed
  FROM vote_ledger WHERE contest_id = $1 GROUP BY vote_id
),
mistakes AS (
  SELECT 'completed votes that the ledger does not count' AS mistake, v.id
  FROM votes v LEFT JOIN counted c ON c.vote_id = v.id AND c.still_counts
  WHERE v.contest_id = $1 AND v.status = 'COMPLETED' AND c.vote_id IS NULL
  UNION ALL
  SELECT 'counted votes whose vote is not completed or says another number', c.vote_id
  FROM counted c LEFT JOIN votes v ON v.id = c.vote_id
  WHERE c.still_counts AND (v.id IS NULL OR v.status <> 'COMPLETED' OR v.vote_count <> c.votes OR c.payment_id IS NULL AND v.amount_pesewas <> c.pesewas)
  UNION ALL
  SELECT 'reversals that do not undo their count', c.vote_id FROM counted c WHERE c.reversed AND (c.net <> 0 OR c.net_pesewas <> 0)
  UNION ALL
  SELECT 'counted votes of which more was taken back in part than there is', c.vote_id
  FROM counted c WHERE c.still_counts AND (c.net < 1 OR c.net_pesewas < 0)
  UNION ALL
  SELECT 'counted payments whose ledger does not say what is left', p.id
  FROM payments p JOIN payment_money m ON m.payment_id = p.id JOIN counted c ON c.payment_id = p.id AND c.still_counts
  WHERE p.contest_id = $1 AND p.state IN ('COMPLETED', 'DISPUTED') AND c.net_pesewas <> m.taken - m.returned
  UNION ALL
  SELECT 'successful payments that the ledger does not count', p.id
  FROM payments p JOIN payment_money m ON m.payment_id = p.id
  LEFT JOIN counted c ON c.payment_id = p.id AND c.still_counts AND c.pesewas = m.taken
  WHERE p.contest_id = $1 AND p.state IN ('COMPLETED', 'DISPUTED') AND c.vote_id IS NULL
  UNION ALL
  SELECT 'counted votes without their successful payment', c.vote_id
  FROM counted c LEFT JOIN payments p ON p.id = c.payment_id AND p.state IN ('COMPLETED', 'DISPUTED')
  -- Once a result is closed votes stay although their money went back (ADR 61): then the ledger has taken all of it back.
  WHERE c.still_counts AND c.net_pesewas > 0 AND p.id IS NULL
)
SELECT mistake, count(*) AS number, (array_agg(id::text ORDER BY id))[1:3] AS examples FROM mistakes GROUP BY mistake ORDER BY mistake
