-- Payments that the provider divided otherwise than it was asked, by its own report. One without a report says nothing; the index before this one,
-- which the release before this one reads, has it as different.
--
-- Expand-only. Payments are not written while the index is made, about a second per million.
SET LOCAL lock_timeout = '10s';

CREATE INDEX payments_reported_otherwise ON payments (host_id, id)
  WHERE subaccount_code IS NOT NULL AND told_platform_pesewas IS NOT NULL
    AND state NOT IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED', 'FAILED', 'FAILED_INIT', 'EXPIRED')
    AND (told_subaccount <> subaccount_code
      OR told_platform_pesewas + told_host_pesewas + coalesce(fees_pesewas, 0) IS DISTINCT FROM provider_amount_pesewas
      OR told_platform_pesewas + CASE WHEN fee_bearer = 'platform' THEN coalesce(fees_pesewas, 0) ELSE 0 END IS DISTINCT FROM charge_pesewas);
