-- What the books say of each host, contest and month, so that a balance or a statement does not read the whole journal (ADR 153).
--
-- Every statement that posts entries adds a row for each host, contest and month of them, by a trigger with the rights of the owner: also a
-- release that does not know the table. `fold-host-sums.sql` makes one row of several. What a host has is therefore the sum of its rows at every moment, and no row is
-- written by two transactions.
--
-- Expand-only. The journal is read once; posting waits meanwhile.
SET LOCAL lock_timeout = '10s';

CREATE TABLE host_sums (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  host_id uuid NOT NULL,
  -- Null: settlements, which may hold payments of several contests.
  contest_id uuid,
  -- YYYY-MM, of the entries.
  month text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
  -- Pesewas, positive as a statement shows them. The host's part of payments, and what of it is of payments that were not divided.
  part bigint NOT NULL DEFAULT 0,
  part_undivided bigint NOT NULL DEFAULT 0,
  -- Settlements to the host's account.
  paid_out bigint NOT NULL DEFAULT 0,
  -- What the provider has taken of payments and not given back.
  kept bigint NOT NULL DEFAULT 0,
  platform_fee bigint NOT NULL DEFAULT 0,
  -- The part of it that the host bears.
  provider_fee bigint NOT NULL DEFAULT 0,
  -- Owed to payers, set aside for disputes, and held.
  refunds bigint NOT NULL DEFAULT 0,
  disputes bigint NOT NULL DEFAULT 0,
  under_review bigint NOT NULL DEFAULT 0,
  cash bigint NOT NULL DEFAULT 0,
  -- What came from payers entry by entry, what went back to them, and what of that left while it was set aside for a dispute: it was lost in it.
  came bigint NOT NULL DEFAULT 0,
  went bigint NOT NULL DEFAULT 0,
  lost bigint NOT NULL DEFAULT 0,
  -- Returns of money, of payments that are in the journal.
  returned bigint NOT NULL DEFAULT 0
);
CREATE INDEX host_sums_host ON host_sums (host_id, month);
CREATE INDEX host_sums_contest ON host_sums (contest_id);

CREATE FUNCTION sum_journal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO host_sums (host_id, contest_id, month, part, part_undivided, paid_out, kept, platform_fee, provider_fee, refunds, disputes,
    under_review, cash, came, went, lost, returned)
  SELECT host_id, contest_id, month, coalesce(-sum(organiser_payable) FILTER (WHERE is_payment), 0),
    coalesce(-sum(organiser_payable) FILTER (WHERE is_undivided), 0), coalesce(sum(organiser_payable) FILTER (WHERE NOT is_payment), 0),
    coalesce(sum(provider_clearing + provider_fee) FILTER (WHERE is_payment), 0), -sum(platform_fee), -sum(fee_recovered), -sum(refunds),
    -sum(disputes), -sum(under_review), sum(manual_cash), sum(greatest(moved, 0)), sum(greatest(-moved, 0)),
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
    LEFT JOIN payments p ON p.id = a.payment_id
    -- Returns from before the first entry; the later ones are added when they are written.
    LEFT JOIN LATERAL (SELECT sum(amount_pesewas) AS back FROM money_returns
      WHERE a.step = 1 AND payment_id = p.id AND currency = 'GHS' AND p.method <> 'MANUAL') r ON true
    WHERE a.host_id IS NOT NULL
  ) e
  GROUP BY host_id, contest_id, month;
  RETURN NULL;
END $$;

-- Who writes a return or posts locks the payment, so that a return is added once, here or with the first entry.
CREATE FUNCTION sum_money_returns() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO host_sums (host_id, contest_id, month, returned)
  SELECT j.host_id, j.contest_id, to_char(a.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, sum(a.amount_pesewas)
  FROM added a
  JOIN payments p ON p.id = a.payment_id AND p.method <> 'MANUAL'
  JOIN journal j ON j.payment_id = a.payment_id AND j.step = 1
  WHERE a.currency = 'GHS'
  GROUP BY j.host_id, j.contest_id, month;
  RETURN NULL;
END $$;

-- In the order in which settling takes them.
LOCK TABLE money_returns, journal IN SHARE ROW EXCLUSIVE MODE;
CREATE TRIGGER money_returns_sums AFTER INSERT ON money_returns REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sum_money_returns();
CREATE TRIGGER journal_sums AFTER INSERT ON journal REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sum_journal();
