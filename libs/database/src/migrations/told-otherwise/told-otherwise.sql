-- A migration of its own: settling locks `payments` before the journal, the sums of the journal are made the other way round.
--
-- Expand-only. Payments are not written while the index is made, about a second per million.
SET LOCAL lock_timeout = '10s';

-- Payments of a host that the provider divided otherwise than it was asked; those that are not paid are many, and not in the journal.
CREATE INDEX payments_told_otherwise ON payments (host_id, id)
  WHERE subaccount_code IS NOT NULL
    AND state NOT IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED', 'FAILED', 'FAILED_INIT', 'EXPIRED')
    AND (told_subaccount IS DISTINCT FROM subaccount_code
      OR told_platform_pesewas + told_host_pesewas + coalesce(fees_pesewas, 0) IS DISTINCT FROM provider_amount_pesewas
      OR told_platform_pesewas + CASE WHEN fee_bearer = 'platform' THEN coalesce(fees_pesewas, 0) ELSE 0 END IS DISTINCT FROM charge_pesewas);
