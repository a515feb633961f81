-- Which votes readers see: those in the ledger without a reversal, for contestants that are not archived (ADR 75). The ledger keeps
-- everything.

-- Votes and payments come in meanwhile: rather fail and be run again than make them queue up behind a long query.
SET LOCAL lock_timeout = '10s';

CREATE INDEX vote_ledger_reversals ON vote_ledger (vote_id) WHERE kind = 'REVERSAL';

CREATE VIEW visible_contestants AS
SELECT p.id, p.category_id, p.contest_id
FROM contestants p JOIN categories k ON k.id = p.category_id AND k.archived_at IS NULL
WHERE p.archived_at IS NULL;

CREATE VIEW standing_ledger AS
SELECT l.* FROM vote_ledger l
WHERE l.kind = 'COUNT' AND NOT EXISTS (SELECT FROM vote_ledger r WHERE r.vote_id = l.vote_id AND r.kind = 'REVERSAL');

-- What archived contestants contribute to contest_hours. Money is not listed: it stays in every sum until it goes back.
CREATE TABLE archived_hours (
  contestant_id uuid NOT NULL,
  contest_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  method text NOT NULL,
  channel text NOT NULL,
  votes bigint NOT NULL,
  transactions bigint NOT NULL,
  PRIMARY KEY (contestant_id, hour, method, channel)
);
CREATE INDEX archived_hours_contest ON archived_hours (contest_id, hour);

CREATE VIEW visible_hours AS
SELECT contest_id, hour, method, channel, votes, transactions, amount_pesewas FROM contest_hours
UNION ALL
SELECT contest_id, hour, method, channel, -votes, -transactions, 0 FROM archived_hours;

-- Archived contestants whose hours are listed above, and since when their voters are no longer counted (null: still to be done).
CREATE TABLE uncounted_contestants (
  contestant_id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  uncounted_at timestamptz NOT NULL,
  voters_checked_at timestamptz
);
CREATE INDEX uncounted_contestants_open ON uncounted_contestants (contest_id) WHERE voters_checked_at IS NULL;

-- Reversed votes whose voters were looked at again.
CREATE TABLE uncounted_votes (
  vote_id uuid PRIMARY KEY,
  voters_checked_at timestamptz NOT NULL
);

-- An hour holds the votes that were counted in it: until now a reversal was booked in the hour in which it was made.
INSERT INTO contest_hours AS h (contest_id, hour, method, channel, votes, transactions, amount_pesewas)
SELECT contest_id, hour, method, channel, sum(votes), sum(transactions), sum(amount)
FROM (
  SELECT r.contest_id, m.hour, r.method, r.channel, m.sign * r.votes AS votes, m.sign * -1 AS transactions,
    m.sign * r.amount_pesewas AS amount
  FROM vote_ledger r
  JOIN vote_ledger c ON c.vote_id = r.vote_id AND c.kind = 'COUNT'
  CROSS JOIN LATERAL (VALUES
    (date_trunc('hour', c.recorded_at, 'UTC'), 1), (date_trunc('hour', r.recorded_at, 'UTC'), -1)) AS m (hour, sign)
  WHERE r.kind = 'REVERSAL'
) AS moved
GROUP BY contest_id, hour, method, channel
ON CONFLICT (contest_id, hour, method, channel) DO UPDATE SET
  votes = h.votes + EXCLUDED.votes,
  transactions = h.transactions + EXCLUDED.transactions,
  amount_pesewas = h.amount_pesewas + EXCLUDED.amount_pesewas;

INSERT INTO archived_hours (contestant_id, contest_id, hour, method, channel, votes, transactions)
SELECT l.contestant_id, l.contest_id, date_trunc('hour', l.recorded_at, 'UTC'), l.method, l.channel, sum(l.votes), count(*)
FROM standing_ledger l
JOIN contestants p ON p.id = l.contestant_id
WHERE NOT EXISTS (SELECT FROM visible_contestants s WHERE s.id = p.id)
GROUP BY 1, 2, 3, 4, 5;

INSERT INTO uncounted_contestants (contestant_id, contest_id, uncounted_at)
SELECT p.id, p.contest_id, coalesce(p.archived_at, k.archived_at)
FROM contestants p JOIN categories k ON k.id = p.category_id
WHERE p.archived_at IS NOT NULL OR k.archived_at IS NOT NULL;
