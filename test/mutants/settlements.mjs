const PAYMENTS = 'libs/payments/src';
const accounts = { spec: 'test/api/settlement-accounts.spec.ts', served: true };
const posting = {
  file: `${PAYMENTS}/journal/post-settlement.sql`,
  spec: 'test/payments/settlements.spec.ts',
};
const expecting = {
  file: `${PAYMENTS}/settlements/payout-day.ts`,
  spec: 'libs/payments/src/settlements/payout-day.spec.ts',
};
const comparing = {
  file: `${PAYMENTS}/settlements/settlement-differences.sql`,
  spec: 'test/payments/settlement-differences.spec.ts',
};

/** Mutants of what the provider pays out. */
export const SETTLEMENTS = [
  {
    name: 'payouts: one is expected on a Saturday',
    text: 'at.getUTCDay() === SATURDAY || ',
    replacement: '',
    ...expecting,
  },
  {
    name: 'payouts: what went back is not kept from the next one',
    text: 'Math.min(0, onTheWay - sum(due))',
    replacement: '0',
    ...expecting,
  },
  {
    name: 'payouts: one is expected on a day that has passed',
    text: 'payoutDay < from ? from : payoutDay',
    replacement: 'payoutDay',
    ...expecting,
  },
  {
    name: 'payouts: the account that was read last hides one that is not read',
    file: `${PAYMENTS}/settlements/unread-accounts.sql`,
    text: 'min(coalesce(r.read_at, a.since))',
    replacement: 'max($1::timestamptz)',
    spec: 'test/payments/settlements.spec.ts',
  },
  {
    name: 'payouts: what a settlement announces is expected once more',
    file: `${PAYMENTS}/settlements/next-payout.sql`,
    text: "AND s.status <> 'FAILED')",
    replacement: "AND s.status = 'FAILED')",
    ...accounts,
  },
  {
    name: 'settlements: what was posted is posted again',
    text: '- coalesce(b.paid, 0) AS paid',
    replacement: '- 0 AS paid',
    ...posting,
  },
  {
    name: 'settlements: one that has not succeeded is booked',
    text: "WHEN s.status = 'SUCCESS' THEN s.amount_pesewas",
    replacement: 'WHEN true THEN s.amount_pesewas',
    ...posting,
  },
  {
    name: 'settlements: those of another account are booked',
    text: 'rows[0]?.own === 0',
    replacement: 'rows[0]?.own === -1',
    file: `${PAYMENTS}/settlements/settlement-rows.ts`,
    spec: posting.spec,
  },
  {
    name: 'settlements: the platform’s list is booked although no host was read',
    text: 'due.some(({ account }) => account === MAIN_ACCOUNT)',
    replacement: 'due.some(({ account }) => account === "")',
    file: `${PAYMENTS}/settlements/settlement-rows.ts`,
    spec: posting.spec,
  },
  {
    name: 'settlements: one with an open difference is not read again',
    text: '      row.is_open ||\n',
    replacement: '',
    file: `${PAYMENTS}/settlements/settlement-rows.ts`,
    spec: comparing.spec,
  },
  {
    name: 'settlements: the list begins after one with an open difference',
    text: 'OR s.provider_id IN (SELECT provider_id FROM settlement_differences WHERE resolved_at IS NULL)',
    replacement: '',
    file: `${PAYMENTS}/settlements/accounts-to-read.sql`,
    spec: comparing.spec,
  },
  {
    name: 'settlements: a difference that a note has closed is open again',
    text: 'THEN coalesce(d.resolved_at, $2) END',
    replacement: 'THEN NULL END',
    file: `${PAYMENTS}/settlements/record-differences.sql`,
    spec: comparing.spec,
  },
  {
    name: 'settlements: a difference that was explained stays closed',
    text: 'closed_pesewas = NULL',
    replacement: 'closed_pesewas = d.closed_pesewas',
    file: `${PAYMENTS}/settlements/record-differences.sql`,
    spec: comparing.spec,
  },
  {
    name: 'settlements: another difference is closed than the one that was shown',
    text: 'cedisFromPesewas(pesewas) !== seen',
    replacement: 'seen === undefined',
    file: `${PAYMENTS}/settlements/settlements.service.ts`,
    ...accounts,
  },
  {
    name: 'settlements: the platform’s are booked although a host of these days was not read',
    text: 'day < firstUnknown',
    replacement: 'day !== firstUnknown',
    file: `${PAYMENTS}/settlements/settlement-reader.ts`,
    spec: posting.spec,
  },
  {
    name: 'settlements: one host that is away keeps all of the platform’s from being booked',
    text: '      else await this.takeKnown(own, listed.value, stopping);\n',
    replacement: '',
    file: `${PAYMENTS}/settlements/settlement-reader.ts`,
    spec: posting.spec,
  },
  {
    name: 'settlements: an account in force that the provider does not know counts as read',
    text: '!account.replaced || ',
    replacement: '',
    file: `${PAYMENTS}/settlements/settlement-reader.ts`,
    spec: posting.spec,
  },
  {
    name: 'settlements: a replaced account that is only away counts as read',
    text: "(error.failure !== 'not-found' && error.failure !== 'rejected')",
    replacement: 'account.replaced === null',
    file: `${PAYMENTS}/settlements/settlement-reader.ts`,
    spec: posting.spec,
  },
  {
    name: 'settlements: a payment that is listed twice stops the reading',
    text: 'SELECT DISTINCT ON (l.reference) l.reference',
    replacement: 'SELECT l.reference',
    file: `${PAYMENTS}/settlements/write-settlement.sql`,
    spec: posting.spec,
  },
  {
    name: 'settlements: every account is read at every look',
    text: 'now.getTime() - READ_EVERY_MS',
    replacement: 'now.getTime() - 0 * READ_EVERY_MS',
    file: `${PAYMENTS}/settlements/settlement-rows.ts`,
    spec: posting.spec,
  },
  {
    name: 'settlements: any amount is explained',
    text: 's.amount_pesewas + s.deductions_pesewas <> coalesce(q.ours, 0)',
    replacement: 'false',
    ...comparing,
  },
  {
    name: 'settlements: a payment that is not ours is none',
    text: 'FROM part WHERE is_unknown AND',
    replacement: 'FROM part WHERE false AND',
    ...comparing,
  },
  {
    name: 'settlements: a payment may be in two',
    text: "WHERE r.status <> 'FAILED' ORDER BY r.reference",
    replacement: 'WHERE false ORDER BY r.reference',
    ...comparing,
  },
  {
    name: 'settlements: the provider may keep what it likes',
    text: 'WHERE k.theirs > g.back',
    replacement: 'WHERE false',
    ...comparing,
  },
  {
    name: 'settlements: no payment is missed',
    text: 'WHERE q.ours > 0',
    replacement: 'WHERE false',
    ...comparing,
  },
  {
    name: 'settlements: a difference is new with every reading',
    file: `${PAYMENTS}/settlements/record-differences.sql`,
    text: 'CASE WHEN d.resolved_at IS NULL THEN d.found_at ELSE EXCLUDED.found_at END',
    replacement: 'EXCLUDED.found_at',
    spec: comparing.spec,
  },
];
