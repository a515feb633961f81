-- One definition of what a payment's money is (ADR 198), and an account for what went back beyond it (ADR 83, 122).
--
-- Expand-only: the release before this one posts no losses and reads neither view nor function. What is replaced counts for it as before,
-- because without a loss both are the same.
SET LOCAL lock_timeout = '10s';

-- What the provider, or for cash the host, has received of a payment: what was taken, in its own currency, whatever was asked for; nothing of
-- another currency. Of a payment that was first heard of when its money was back, what went back is known to have been taken.
CREATE FUNCTION payment_received(p payments) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN CASE WHEN coalesce(p.provider_currency, p.currency) <> p.currency THEN 0
  ELSE coalesce(p.provider_amount_pesewas, greatest(p.amount_pesewas, p.returned_pesewas)) END;

CREATE VIEW payment_money AS
SELECT p.id AS payment_id, m.received, t.taken,
  -- Of what was taken for the votes, the share that went back; never more than that.
  CASE WHEN m.received > 0 THEN floor(t.taken::numeric * least(p.returned_pesewas, m.received) / m.received)::bigint ELSE 0 END AS returned,
  -- What went back beyond what was received.
  CASE WHEN m.received > 0 THEN greatest(p.returned_pesewas - m.received, 0) ELSE 0 END AS lost
FROM payments p
CROSS JOIN LATERAL (
  -- Nothing was received while nothing is paid.
  SELECT CASE WHEN p.state IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED', 'FAILED', 'FAILED_INIT', 'EXPIRED')
    THEN 0 ELSE payment_received(p) END AS received) m
CROSS JOIN LATERAL (
  -- Fees that the payer paid on top: the provider keeps them, so they are no vote's.
  SELECT CASE WHEN m.received - p.amount_pesewas BETWEEN 1 AND coalesce(p.fees_pesewas, 0) + 1 AND EXISTS (
      SELECT FROM vote_ledger l WHERE l.vote_id = p.vote_id AND l.kind = 'COUNT' AND l.payment_id = p.id AND l.amount_pesewas = p.amount_pesewas)
    THEN p.amount_pesewas ELSE m.received END AS taken) t;

ALTER TABLE journal
  -- What went back to payers beyond what was received of them.
  ADD COLUMN losses bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT journal_balanced,
  -- Entries of before are balanced: the constraint before this one has seen to it.
  ADD CONSTRAINT journal_balanced CHECK (provider_clearing + organiser_payable + platform_fee + provider_fee + fee_recovered + refunds
    + disputes + under_review + platform_bank + manual_cash + cash_sales + losses = 0) NOT VALID;

-- A loss is no host's: what the provider has kept of a host's payments is without it.
CREATE OR REPLACE FUNCTION sum_journal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO host_sums (host_id, contest_id, month, part, part_undivided, paid_out, kept, platform_fee, provider_fee, refunds, disputes,
    under_review, cash, came, went, lost, returned)
  SELECT host_id, contest_id, month, coalesce(-sum(organiser_payable) FILTER (WHERE is_payment), 0),
    coalesce(-sum(organiser_payable) FILTER (WHERE is_undivided), 0), coalesce(sum(organiser_payable) FILTER (WHERE NOT is_payment), 0),
    coalesce(sum(provider_clearing + provider_fee + losses) FILTER (WHERE is_payment), 0), -sum(platform_fee), -sum(fee_recovered),
    -sum(refunds), -sum(disputes), -sum(under_review), sum(manual_cash), sum(greatest(moved, 0)), sum(greatest(-moved, 0)),
    sum(least(greatest(-moved, 0), greatest(disputes, 0))), sum(back)
  FROM (
    SELECT a.*, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, a.payment_id IS NOT NULL AS is_payment,
      -- Paid before the host had an account: its part went to the platform.
      p.id IS NOT NULL AND p.subaccount_code IS NULL AS is_undivided,
      -- What came from payers, less what went back to them: all that is divided, owed to them or set aside.
      CASE WHEN a.payment_id IS NULL THEN 0
        ELSE -a.organiser_payable - a.platform_fee - a.fee_recovered - a.refunds - a.disputes END AS moved,
      coalesce(r.back, 0) AS back
    FROM added a
    -- By the key, whatever the plan: a join reads all payments where the server does not know how few entries are added.
    LEFT JOIN LATERAL (SELECT id, subaccount_code, method, payment_received(o) AS received FROM payments o WHERE id = a.payment_id LIMIT 1) p
      ON true
    -- Returns from before the first entry; the later ones are added when they are written.
    LEFT JOIN LATERAL (SELECT least(coalesce(sum(amount_pesewas), 0), p.received) AS back FROM money_returns
      WHERE a.step = 1 AND payment_id = p.id AND currency = 'GHS' AND p.method <> 'MANUAL') r ON true
    WHERE a.host_id IS NOT NULL
  ) e
  GROUP BY host_id, contest_id, month;
  RETURN NULL;
END $$;

-- A return and the payment's sum of returns are written by one statement: here the sum has the return.
CREATE OR REPLACE FUNCTION sum_money_returns() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO host_sums (host_id, contest_id, month, returned)
  SELECT j.host_id, j.contest_id, to_char(a.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
    sum(least(p.returned_pesewas, payment_received(p)) - least(p.returned_pesewas - a.amount_pesewas, payment_received(p)))
  FROM added a
  JOIN payments p ON p.id = a.payment_id AND p.method <> 'MANUAL'
  JOIN journal j ON j.payment_id = a.payment_id AND j.step = 1
  WHERE a.currency = 'GHS'
  GROUP BY j.host_id, j.contest_id, month;
  RETURN NULL;
END $$;
