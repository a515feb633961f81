const SETTLEMENT = 'libs/payments/src/settlement';
const ATTEMPTS = 'libs/payments/src/attempts';
const CLAIM = 'libs/payments/src/checks/claim-check.sql';
const settlement = { spec: 'test/payments/settlement-guards.spec.ts' };
const attempts = { spec: 'test/payments/attempt-guards.spec.ts' };

/** Mutants of refunds, settlement, attempts and checks. */
export const MONEY = [
  {
    name: 'refund: asked for again without the ten-minute wait',
    file: 'libs/payments/src/refunds/refund.service.ts',
    text: "    if (refund.sentAt && now.getTime() - refund.sentAt.getTime() < ASK_AGAIN_AFTER_MS) return 'unclear';\n",
    replacement: '',
    spec: 'test/payments/refund-retries.spec.ts',
  },
  {
    name: 'refund: a foreign currency goes back as cedis',
    file: `${SETTLEMENT}/settle-refund.ts`,
    text: 'return proven ?? payment.provider_currency ?? payment.currency;',
    replacement: 'return payment.currency;',
    ...settlement,
  },
  {
    name: 'refund: ordered again while it is under way',
    file: `${SETTLEMENT}/order-refund.sql`,
    text: "\n  WHERE refunds.status = 'ATTENTION'",
    replacement: '',
    ...settlement,
  },
  {
    name: 'results: final while the tally waits',
    file: `${SETTLEMENT}/finish-results.sql`,
    text: '\n  AND NOT EXISTS (SELECT FROM tally_outbox o WHERE o.contest_id = c.id)',
    replacement: '',
    ...settlement,
  },
  {
    name: 'results: final before FAILED payments were asked about',
    file: `${SETTLEMENT}/finish-results.sql`,
    text: "'SUPERSEDED', 'FAILED', 'EXPIRED')",
    replacement: "'SUPERSEDED', 'EXPIRED')",
    ...settlement,
  },
  {
    name: 'results: final before EXPIRED payments were asked about',
    file: `${SETTLEMENT}/finish-results.sql`,
    text: "'SUPERSEDED', 'FAILED', 'EXPIRED')",
    replacement: "'SUPERSEDED', 'FAILED')",
    ...settlement,
  },
  {
    name: 'settlement: a deleted contest still counts',
    file: `${SETTLEMENT}/settlement-facts.sql`,
    text: 'coalesce(c.archived_at IS NOT NULL, true)',
    replacement: 'false',
    ...settlement,
  },
  {
    name: 'settlement: a deleted category still counts',
    file: `${SETTLEMENT}/settlement-facts.sql`,
    text: 'WHERE k.id = q.category_id AND k.archived_at IS NULL',
    replacement: 'WHERE k.id = q.category_id',
    ...settlement,
  },
  {
    name: 'settlement: a deleted contestant still counts',
    file: `${SETTLEMENT}/settlement-facts.sql`,
    text: 'WHERE p.id = q.contestant_id AND p.archived_at IS NULL',
    replacement: 'WHERE p.id = q.contestant_id',
    ...settlement,
  },
  {
    name: 'paying: begun for a deleted contest',
    file: `${ATTEMPTS}/lock-vote-to-pay.sql`,
    text: 'c.archived_at IS NOT NULL OR p.archived_at',
    replacement: 'p.archived_at',
    ...settlement,
  },
  {
    name: 'paying: begun for a deleted contestant',
    file: `${ATTEMPTS}/lock-vote-to-pay.sql`,
    text: 'OR p.archived_at IS NOT NULL ',
    replacement: '',
    ...settlement,
  },
  {
    name: 'paying: begun for a deleted category',
    file: `${ATTEMPTS}/lock-vote-to-pay.sql`,
    text: ' OR k.archived_at IS NOT NULL AS archived',
    replacement: ' AS archived',
    ...settlement,
  },
  {
    name: 'reversal: adds a transaction to the tally',
    file: `${SETTLEMENT}/take-back-vote.sql`,
    text: 'votes, -1, amount_pesewas',
    replacement: 'votes, 1, amount_pesewas',
    ...settlement,
  },
  {
    name: 'settlement: a later proof overwrites when it was paid',
    file: `${SETTLEMENT}/update-payments.sql`,
    text: 'paid_at = coalesce(p.paid_at, n.paid_at)',
    replacement: 'paid_at = coalesce(n.paid_at, p.paid_at)',
    ...settlement,
  },
  {
    name: 'check: asked by two processes at once',
    file: CLAIM,
    text: '\n  AND (check_started_at IS NULL OR check_started_at < $3)',
    replacement: '\n  AND $3::timestamptz IS NOT NULL',
    ...attempts,
  },
  {
    name: 'check: asked again while the answer is fresh',
    file: CLAIM,
    text: '\n  AND (checked_at IS NULL OR checked_at < $4)',
    replacement: '\n  AND $4::timestamptz IS NOT NULL',
    ...attempts,
  },
  {
    name: 'check: asked about cash',
    file: CLAIM,
    text: " AND method = 'PAYSTACK'",
    replacement: '',
    ...attempts,
  },
  {
    name: 'supersede: replaces a direct charge',
    file: `${ATTEMPTS}/supersede-attempts.sql`,
    text: " AND flow = 'CHECKOUT'",
    replacement: '',
    ...attempts,
  },
  {
    name: 'supersede: replaces an attempt that has just begun',
    file: `${ATTEMPTS}/supersede-attempts.sql`,
    text: "(state = 'CREATED' AND created_at < $4)",
    replacement: "(state = 'CREATED' AND $4::timestamptz IS NOT NULL)",
    ...attempts,
  },
  {
    name: 'supersede: never replaces what a crash left behind',
    file: `${ATTEMPTS}/supersede-attempts.sql`,
    text: " OR (state = 'CREATED' AND created_at < $4)",
    replacement: ' AND $4::timestamptz IS NOT NULL',
    ...attempts,
  },
];
