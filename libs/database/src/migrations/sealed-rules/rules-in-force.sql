-- The rules of every contest that is past its draft, as the release of this migration seals them.
SELECT id, start_date AS "startDate", end_date AS "endDate",
  CASE WHEN ended_at < end_date THEN ended_at END AS "endedEarlyAt", vote_price_pesewas AS "votePricePesewas",
  free_votes_per_hour AS "freeVotesPerHour", free_votes_per_device AS "freeVotesPerDevice", challenge AS "personCheck",
  show_results AS "showResults", retention_months AS "retentionMonths", 10 AS "latePaymentMinutes"
FROM contests
WHERE status <> 'DRAFT' AND archived_at IS NULL
ORDER BY id
