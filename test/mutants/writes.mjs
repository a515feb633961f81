const PAYMENTS = 'libs/payments/src';
const attempts = { spec: 'test/payments/attempt-guards.spec.ts' };
const figures = { spec: 'test/api/figures-agree.spec.ts', served: true };
const texts = { spec: 'test/payments/sms-receipts.spec.ts' };
const worker = { spec: 'test/api/worker-guards.spec.ts' };

/** One mutant for each statement that writes and that no other list has (scripts/lib/reviewed-files.spec.mjs). */
export const WRITES = [
  {
    name: 'writes: the prompt of a USSD vote is tried for ever',
    text: 'attempts = attempts + 1',
    replacement: 'attempts = attempts',
    file: 'libs/ussd/src/charges/claim-ussd-charges.sql',
    only: 'is tried ten times while the provider does not answer',
    ...worker,
  },
  {
    name: 'writes: tries to send a receipt are not counted',
    text: 'attempts = attempts + 1',
    replacement: 'attempts = attempts',
    file: 'libs/messages/src/sms/claim-sms.sql',
    ...texts,
  },
  {
    name: 'writes: a receipt by SMS is sent although its money went back',
    text: " AND l.kind <> 'COUNT' LIMIT 1) IS TRUE",
    replacement: " AND l.kind = '' LIMIT 1) IS TRUE",
    file: 'libs/messages/src/sms/claim-sms.sql',
    ...texts,
  },
  {
    name: 'writes: a message about a refund goes to the voter, not to the payer',
    text: 'coalesce(p.phone_number, v.voter_phone) AS phone',
    replacement: 'v.voter_phone AS phone',
    file: 'libs/messages/src/sms/claim-payer-messages.sql',
    only: 'a payer is told once that a refund is delayed',
    spec: 'test/payments/sms-refunds.spec.ts',
  },
  {
    name: 'writes: a counted vote brings its contest no money',
    text: 'sum(vote_count), count(*), sum(amount),',
    replacement: 'sum(vote_count), count(*), 0,',
    file: `${PAYMENTS}/settlement/settle.sql`,
    spec: 'test/payments/settlement-guards.spec.ts',
    only: 'leaves no votes, no transaction and no amount',
  },
  {
    name: 'writes: a vote waits although no attempt can succeed any more',
    text: "ELSE 'FAILED' END",
    replacement: "ELSE 'PENDING' END",
    file: `${PAYMENTS}/settlement/settle.sql`,
    ...attempts,
  },
  {
    name: 'writes: a second return of money takes the place of the first',
    text: 'returned_pesewas = returned_pesewas + $6',
    replacement: 'returned_pesewas = $6',
    file: `${PAYMENTS}/settlement/money-back.sql`,
    spec: 'test/payments/money-returns.spec.ts',
    only: 'takes back votes in proportion',
  },
  {
    name: 'writes: an attempt that can be paid no more is waited for',
    text: 'p.created_at > $3 AND ',
    replacement: '',
    file: `${PAYMENTS}/settlement/final-results.sql`,
    spec: 'test/payments/payment-window.spec.ts',
    only: 'is waited for as long as it may be confirmed',
  },
  {
    name: 'writes: a sweep asks again while the answer is fresh',
    text: '(checked_at IS NULL OR checked_at < $4)\n  ORDER BY',
    replacement: 'true\n  ORDER BY',
    file: `${PAYMENTS}/checks/claim-checks.sql`,
    ...attempts,
  },
  {
    name: 'writes: a sweep asks while another process does',
    text: '(check_started_at IS NULL OR check_started_at < $2)',
    replacement: 'true',
    file: `${PAYMENTS}/checks/claim-checks.sql`,
    ...attempts,
  },
  {
    name: 'writes: the answer to the first call undoes what a webhook has settled',
    text: "WHERE id = $1 AND state = 'CREATED'",
    replacement: 'WHERE id = $1',
    file: `${PAYMENTS}/attempts/attempts.sql`,
    ...attempts,
  },
  {
    name: 'writes: a vote that had failed does not wait for its new attempt',
    text: "votes.status = 'FAILED'",
    replacement: "votes.status = 'COMPLETED'",
    file: `${PAYMENTS}/attempts/attempts.sql`,
    ...attempts,
  },
  {
    name: 'writes: e-mail addresses stay when voters are erased',
    text: 'voter_email = NULL, ',
    replacement: '',
    file: 'libs/voting/src/retention/erase-voters.sql',
    only: 'erasing the voters of a contest',
    ...worker,
  },
  {
    name: 'writes: who has no counted vote left stays a voter',
    text: "v.status = 'COMPLETED' AND v.voter_phone",
    replacement: 'v.voter_phone',
    file: 'libs/voting/src/tally/sql/keep-counting-voters.sql',
    spec: 'test/payments/settlement-guards.spec.ts',
    only: 'leaves its voter only while another vote',
  },
  {
    name: 'writes: hours keep the votes of a deleted nominee',
    text: 'sum(l.votes), count(*)',
    replacement: '0, 0',
    file: 'libs/contests/src/contestants/uncount-archived.sql',
    ...figures,
  },
];
