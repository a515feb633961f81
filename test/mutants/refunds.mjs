const PAYMENTS = 'libs/payments/src';
const REQUESTS = {
  file: `${PAYMENTS}/decisions/refund-requests.service.ts`,
  spec: 'test/api/refund-requests.spec.ts',
  served: true,
};
const DECISIONS = { ...REQUESTS, file: `${PAYMENTS}/decisions/payment-corrections.service.ts` };

const TOLD = { file: `${PAYMENTS}/settlement/tell-of-money.ts`, spec: 'test/payments/sms-receipts.spec.ts' };

const ACCOUNTS = {
  file: `${PAYMENTS}/decisions/refund-account.service.ts`,
  spec: 'test/api/refund-accounts.spec.ts',
  served: true,
};

const UNDO = {
  file: `${PAYMENTS}/manual/undo-free-vote.service.ts`,
  spec: 'test/api/manual-votes.spec.ts',
  served: true,
  only: 'votes entered by hand in a free contest',
};
const LOCKED = { ...UNDO, file: `${PAYMENTS}/manual/lock-manual-vote.sql` };

/** Mutants of refunds that organisers ask for, and of two guards of contests. */
export const REFUNDS = [
  {
    name: 'refund account: sent for a refund that has failed',
    text: "if (status !== 'needs-attention') throw notAsked();",
    replacement: 'if (status === undefined) throw notAsked();',
    ...ACCOUNTS,
  },
  {
    name: 'refund account: kept in the audit log',
    text: 'detail: { type, bankCode, reason }',
    replacement: 'detail: { ...input }',
    ...ACCOUNTS,
  },
  {
    name: 'refund account: a refusal leaves the refund under way',
    text: "      await this.settlement.settle({ reference, proof, source: 'refund' });\n",
    replacement: '      void proof;\n',
    ...ACCOUNTS,
    only: 'a refused account',
  },
  {
    name: 'refund account: a refusal reopens what the provider is paying',
    text: "if (status !== 'needs-attention' && status !== 'failed') throw notAsked();",
    replacement: '',
    ...ACCOUNTS,
    only: 'is paying already',
  },
  {
    name: 'refund account: a lost answer reopens the payment',
    text: "if (error.failure === 'unknown') return;",
    replacement: '',
    ...ACCOUNTS,
    only: 'answer was lost',
  },
  {
    name: 'refund account: given without a second factor',
    text: '    assertSecondFactor(actor, refund.leftPesewas, this.env);\n',
    replacement: '',
    ...ACCOUNTS,
    only: 'second factor',
  },
  {
    name: 'refund account: given by two at once',
    text: 'settled.from === settled.to',
    replacement: 'settled.from === undefined',
    ...ACCOUNTS,
    only: 'two super admins',
  },
  {
    name: 'refund account: an older reading says that the refund is stuck',
    file: `${PAYMENTS}/settlement/lock-and-read.ts`,
    text: 'refundSentAt: sent.get(pair.payment.id) ?? null,',
    replacement: 'refundSentAt: null,',
    spec: 'test/payments/refund-retries.spec.ts',
  },
  {
    name: 'refund account: a list has the time of its answer',
    file: `${PAYMENTS}/refunds/read-returns.service.ts`,
    text: '{ refunds, askedAt }',
    replacement: '{ refunds, askedAt: this.clock.now() }',
    spec: 'test/payments/refund-retries.spec.ts',
  },
  {
    name: 'refund account: what is asked about a refund has the time of its answer',
    file: `${PAYMENTS}/refunds/refund.service.ts`,
    text: '[refund], askedAt)',
    replacement: '[refund], this.clock.now())',
    spec: 'test/payments/refund-retries.spec.ts',
  },
  {
    name: 'refund account: the reason repeats it',
    text: '    assertNothingKept(input);\n',
    replacement: '',
    ...ACCOUNTS,
    only: 'kept nowhere',
  },
  {
    name: 'refund account: every super admin is mailed about a refusal',
    file: `${PAYMENTS}/settlement/tell-of-money.ts`,
    text: " && situation !== 'refund-account-refused'",
    replacement: '',
    spec: ACCOUNTS.spec,
    served: true,
    only: 'a refused account',
  },
  {
    name: 'refund account: asked for although the refund has failed',
    file: `${PAYMENTS}/decisions/attention.sql`,
    text: "= 'refund_needs-attention', false)",
    replacement: 'IS NOT NULL, false)',
    spec: ACCOUNTS.spec,
    served: true,
    only: 'that has failed',
  },
  {
    name: 'refund requests: of cash and of votes that do not count',
    text: '      if (!isRefundable(payment))\n',
    replacement: '      if (payment.leftPesewas < 0)\n',
    ...REQUESTS,
    only: 'is refused of another organiser',
  },
  {
    name: 'refund requests: of another organiser’s payment',
    text: ' AND c.user_id = $2))\n     FOR UPDATE',
    replacement: '))\n     FOR UPDATE',
    ...REQUESTS,
    only: 'is refused of another organiser',
  },
  {
    name: 'refund requests: a mail for each of the same person',
    text: 'if (!(await hasAskedLately(sql, id, actor.id, new Date(+now - NEXT_MAIL_AFTER_MS))))',
    replacement: 'if (id)',
    ...REQUESTS,
    only: 'mails the super admins once an hour',
  },
  {
    name: 'refund requests: confirmed by an earlier release as money that is back',
    file: 'libs/database/src/migrations/refund-requests/refund-requests.sql',
    text: "\n    WHEN 'CONFIRMED' THEN kind <> 'REFUND' ELSE true END)",
    replacement: ' ELSE true END)',
    spec: REQUESTS.spec,
    served: true,
    only: 'cannot be confirmed by a release',
  },
  {
    name: 'refund requests: confirmed although less is left',
    text: '      if (correction.amountPesewas > leftPesewas)\n',
    replacement: '      if (correction.amountPesewas < 0)\n',
    ...DECISIONS,
    only: 'an older request is refused',
  },
  {
    name: 'refund requests: confirmed without asking the provider',
    text: "REFUND: { status: 'refund-ordered' },",
    replacement:
      "REFUND: { status: 'returned-by-hand', amount: amountPesewas, back: { source: 'HAND', id } },",
    ...DECISIONS,
    only: 'changes nothing before a super admin confirms it',
  },
  {
    name: 'refund requests: a mail for each after withdrawing the one before',
    text: "(decision IS NULL OR decision = 'WITHDRAWN') AND entered_by",
    replacement: 'decision IS NULL AND entered_by',
    ...REQUESTS,
    only: 'mails the super admins once an hour',
  },
  {
    name: 'refund requests: withdrawn by another organiser',
    text: 'AND c.user_id = $2))`,',
    replacement: '))`,',
    ...REQUESTS,
    only: 'can be withdrawn by the organiser',
  },
  {
    name: 'refund requests: withdrawn after the decision',
    text: "kind = 'REFUND' AND decision IS NULL FOR UPDATE",
    replacement: "kind = 'REFUND' LIMIT 1 FOR UPDATE",
    ...REQUESTS,
    only: 'can be withdrawn by the organiser',
  },
  {
    name: 'payers: told again of the same event',
    ...TOLD,
    file: `${PAYMENTS}/settlement/insert-payer-message.sql`,
    text: 'ON CONFLICT (payment_id, event, event_id) DO NOTHING',
    replacement:
      "ON CONFLICT (payment_id, event, event_id) DO UPDATE SET status = 'DUE', next_attempt_at = $7",
  },
  {
    name: 'payers: due without a number',
    ...TOLD,
    file: `${PAYMENTS}/settlement/insert-payer-message.sql`,
    text: 'CASE WHEN known.phone IS NULL THEN NULL ELSE $7::timestamptz END',
    replacement: '$7::timestamptz',
  },
  {
    name: 'payers: not told that a refund is delayed',
    text: "  if (to === 'REFUND_ATTENTION') return { event: 'REFUND_DELAYED', id: '', amountPesewas: left };\n",
    replacement: '',
    ...TOLD,
  },
  {
    name: 'payers: told of a refund that their bank took',
    text: "if (decision.action === 'take-part' && back?.source === 'REFUND')",
    replacement: "if (decision.action === 'take-part' && back)",
    ...TOLD,
  },
  {
    name: 'disputes: those of a list are not written down',
    file: `${PAYMENTS}/reconciliation/list-reversals.service.ts`,
    text: 'await recordListed(this.settlement, this.pool, disputes).catch(',
    replacement: 'await Promise.resolve().catch(',
    spec: 'test/payments/list-reversals.spec.ts',
  },
  {
    name: 'disputes: a list does not end a known one',
    file: `${PAYMENTS}/disputes/record-listed.ts`,
    text: "d.payment_id = p.id AND d.status <> 'resolved'",
    replacement: 'false',
    spec: 'test/payments/list-reversals.spec.ts',
  },
  {
    name: 'undo: votes of another organiser',
    text: ' AND ($2::uuid IS NULL OR c.user_id = $2)',
    replacement: ' AND ($2::uuid IS NULL OR $2 IS NOT NULL)',
    ...LOCKED,
  },
  {
    name: 'undo: votes that voters cast',
    text: "v.source = 'MANUAL' AND ",
    replacement: '',
    ...LOCKED,
  },
  {
    name: 'undo: votes that were paid in cash',
    text: ' AND v.amount_pesewas = 0',
    replacement: '',
    ...LOCKED,
  },
  {
    name: 'undo: once the results are final',
    text: '      if (vote.resultsFinal)\n',
    replacement: '      if (vote.votes < 0)\n',
    ...UNDO,
  },
  {
    name: 'undo: by the organiser after the end',
    text: "      if (actor.role !== 'SUPER_ADMIN' && now >= vote.contestEnd) throw new AppError('CONTEST_ENDED');\n",
    replacement: '',
    ...UNDO,
  },
  {
    name: 'public list: one filter is answered with the page of another',
    file: 'libs/voting/src/public/public-contests.service.ts',
    text: 'const filter = status || search ?',
    replacement: 'const filter = !lists ?',
    spec: 'libs/voting/src/public/public-contests.service.spec.ts',
  },
  {
    name: 'contests: a photo is replaced while it is copied',
    file: 'libs/contests/src/contests/duplicate-contest.service.ts',
    text: "    .setLock('pessimistic_read')\n",
    replacement: '',
    spec: 'test/api/quick-contest.spec.ts',
    served: true,
    only: 'waits for a photo that is being replaced',
  },
];
