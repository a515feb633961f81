const AUDIT = {
  file: 'libs/accounts/src/audit/list-audit.sql',
  spec: 'test/api/audit.spec.ts',
  served: true,
};
const REVIEW = {
  file: 'libs/contests/src/registration/review-user.service.ts',
  spec: 'test/api/users.spec.ts',
  only: 'a registration before the decision',
  served: true,
};
const ENTERED = {
  file: 'libs/payments/src/manual/manual-vote.service.ts',
  spec: 'test/api/service-guards.spec.ts',
};
const CASH = {
  file: 'libs/payments/src/manual/cash-entries.service.ts',
  spec: 'test/api/cash-confirmation.spec.ts',
  only: 'cash above GHS 10,000',
  served: true,
};
const REAUTHENTICATED = {
  spec: 'test/api/second-factor.spec.ts',
  only: 'is asked five minutes after the sign-in',
  served: true,
};
const TO_PAY = {
  file: 'libs/payments/src/attempts/attempts.sql',
  spec: 'test/api/payments.spec.ts',
  only: 'is refused while the host is inactive',
  served: true,
};

/** Mutants of cash, of what is confirmed, shown before an approval or read in the audit log, and of inactive hosts. */
export const CASH_AND_RECORDS = [
  {
    name: 'audit: an organiser reads everything',
    text: 'WHERE ($1::uuid IS NULL OR c.user_id = $1)',
    replacement: 'WHERE ($1::uuid IS NULL OR $1 IS NOT NULL)',
    ...AUDIT,
  },
  {
    name: 'audit: not filtered by actor',
    text: 'OR a.actor_user_id = $2)',
    replacement: 'OR true)',
    ...AUDIT,
  },
  {
    name: 'audit: not filtered by action',
    text: "OR a.action = $3 OR a.action LIKE $3 || '.%')",
    replacement: 'OR true)',
    ...AUDIT,
  },
  { name: 'audit: not filtered by type', text: 'OR a.subject_type = $4)', replacement: 'OR true)', ...AUDIT },
  {
    name: 'audit: not filtered by subject',
    text: 'OR a.subject_id = $5)',
    replacement: 'OR true)',
    ...AUDIT,
  },
  { name: 'audit: not filtered by first day', text: 'OR a.at >= $6)', replacement: 'OR true)', ...AUDIT },
  { name: 'audit: not filtered by last day', text: 'OR a.at < $7)', replacement: 'OR true)', ...AUDIT },
  {
    name: 'approval: the ID number is shown unasked',
    text: 'maskIdNumber(this.secrets.decrypt(user.idNumberEncrypted))',
    replacement: 'this.secrets.decrypt(user.idNumberEncrypted)',
    ...REVIEW,
  },
  {
    name: 'approval: without the organisation',
    text: 'where: { userId: id, archivedAt',
    replacement: 'where: { id, archivedAt',
    ...REVIEW,
  },
  {
    name: 'approval: a revealed ID number is not in the log',
    text: "        action: 'user.reveal',\n",
    replacement: "        action: 'user.approve',\n",
    ...REVIEW,
  },
  {
    name: 'cash: a high amount counts at once',
    text: '> SECOND_PERSON_ABOVE_PESEWAS;',
    replacement: '> Infinity;',
    ...ENTERED,
  },
  {
    name: 'cash: the provider’s maximum holds',
    text: 'this.clock.now(), CASH_LIMIT);',
    replacement: 'this.clock.now());',
    ...ENTERED,
  },
  {
    name: 'cash: entered for another organiser’s contest',
    text: '    if (contest?.ownerId === actor.id) return contest;\n',
    replacement: '    if (contest) return contest;\n',
    ...CASH,
    file: 'libs/payments/src/manual/manual-vote.service.ts',
    spec: 'test/api/manual-votes.spec.ts',
    only: 'votes received in cash',
  },
  {
    name: 'cash: confirmed by the person who entered it',
    text: '      if (entry.entered_by === actor.id) {',
    replacement: '      if (entry.entered_by === id) {',
    ...CASH,
  },
  {
    name: 'cash: decided twice',
    text: "  if (entry.decision) throw new AppError('CONFLICT', { message: 'This entry has already been decided.' });\n",
    replacement: '',
    ...CASH,
  },
  {
    name: 'cash: withdrawn by another organiser',
    text: ' || (ownerId && entry.owner_id !== ownerId)) throw',
    replacement: ') throw',
    ...CASH,
  },
  {
    name: 'cash: confirmed when voting is over',
    text: '      if (refusal) throw refusal;\n',
    replacement: '',
    ...CASH,
  },
  {
    name: 'cash: the voter’s data stay in a decided entry',
    text: ',\n       voter_name = NULL, voter_email = NULL, voter_phone = NULL',
    replacement: '',
    ...CASH,
    file: 'libs/payments/src/manual/cash-entries.ts',
  },
  {
    name: 'cash: no mail about an entry that waits',
    text: '  await mailConfirmers(transaction, { entry: row, enteredBy: actor.id });\n',
    replacement: '',
    ...CASH,
    file: 'libs/payments/src/manual/manual-vote.service.ts',
  },
  {
    name: 'cash: a mail for each entry of the same person',
    text: '\n  AND NOT EXISTS (\n    SELECT FROM cash_entries o WHERE o.entered_by = $1 AND o.decision IS NULL AND o.entered_at > $3 AND o.id <> $2)',
    replacement: '\n  AND $3::timestamptz IS NOT NULL',
    ...CASH,
    file: 'libs/payments/src/manual/confirmers-to-mail.sql',
  },
  {
    name: 'cash: the mail names the contest to an address that may be another person’s',
    text: 'const contest = to.emailVerifiedAt ?',
    replacement: 'const contest = cash.contestTitle ?',
    ...CASH,
    file: 'libs/messages/src/mail/mail-templates.ts',
  },
  ...[
    [
      'contest',
      'contests/delete-contest.service.ts',
      "      await assertNoWaitingCash(manager, 'contest_id', [id]);\n",
    ],
    [
      'category',
      'categories/categories.service.ts',
      "      await assertNoWaitingCash(manager, 'category_id', [id]);\n",
    ],
    [
      'nominee',
      'contestants/contestants.service.ts',
      "      await assertNoWaitingCash(manager, 'contestant_id', [id]);\n",
    ],
    [
      'organiser',
      'registration/delete-user.service.ts',
      "    await assertNoWaitingCash(manager, 'contest_id', ids);\n",
    ],
  ].map(([what, file, text]) => ({
    ...{ name: `cash: waits for a deleted ${what}`, text, replacement: '' },
    ...{ ...CASH, file: `libs/contests/src/${file}` },
  })),
  {
    name: 'cash: waits for a nominee of another category',
    text: "    await assertNoWaitingCash(manager, 'contestant_id', [contestant.id]);\n",
    replacement: '',
    ...CASH,
    file: 'libs/contests/src/contestants/contestants.service.ts',
  },
  ...[
    ['contest', ' AND c.archived_at IS NULL'],
    ['nominee', ' AND p.archived_at IS NULL'],
    ['contest that is being deleted', 'FOR SHARE OF c '],
    ['nominee who is being deleted', ' FOR KEY SHARE OF p'],
  ].map(([what, text]) => ({
    ...{ name: `cash: entered for a deleted ${what}`, text, replacement: '' },
    ...{ ...ENTERED, file: 'libs/payments/src/manual/insert-cash-entry.sql' },
  })),
  {
    name: 'confirming: a refund is not',
    file: 'apps/api/src/payments/payment-decisions.controller.ts',
    text: "  @Reauthenticated()\n  @Post(':id/refund')",
    replacement: "  @Post(':id/refund')",
    ...REAUTHENTICATED,
  },
  {
    name: 'confirming: an accepted payment is not',
    file: 'apps/api/src/payments/payment-decisions.controller.ts',
    text: "  @Reauthenticated()\n  @Post(':id/accept')",
    replacement: "  @Post(':id/accept')",
    ...REAUTHENTICATED,
  },
  {
    name: 'confirming: cash is not',
    file: 'apps/api/src/payments/cash-entries.controller.ts',
    text: "  @Reauthenticated()\n  @Post(':id/confirm')",
    replacement: "  @Post(':id/confirm')",
    ...REAUTHENTICATED,
  },
  {
    name: 'inactive host: payments are begun',
    text: ' OR NOT h.is_active AS closed',
    replacement: ' AS closed',
    ...TO_PAY,
  },
  {
    name: 'inactive host: the page does not say so',
    text: "if (contest.status === 'DRAFT' || !contest.hostIsActive) return 'CONTEST_NOT_ACTIVE';",
    replacement: "if (contest.status === 'DRAFT') return 'CONTEST_NOT_ACTIVE';",
    ...TO_PAY,
    file: 'libs/contests/src/contests/contest-state.ts',
  },
  {
    name: 'returned by hand: a held payment is left out on the screens',
    file: 'libs/contracts/src/payment-correction.ts',
    text: "  'REVIEW',\n  'DISPUTED',\n",
    replacement: "  'DISPUTED',\n",
    spec: 'libs/payments/src/rules/payment-exits.spec.ts',
  },
  {
    name: 'find my vote: a reference in small letters is not found',
    file: 'libs/payments/src/records/find-vote.service.ts',
    text: '        reference.toUpperCase(),\n',
    replacement: '        reference,\n',
    spec: 'test/api/find-vote.spec.ts',
    served: true,
  },
  {
    name: 'settlement: a channel that the provider does not name replaces the known one',
    file: 'libs/payments/src/settlement/write-settlement.ts',
    text: 'channelOf(change.proof.channel ?? change.payment.channel)',
    replacement: 'channelOf(change.proof.channel)',
    spec: 'test/payments/settlement-guards.spec.ts',
  },
  {
    name: 'revenue beyond the first hundred contests: listed ones are counted twice',
    file: 'apps/web/src/features/admin-payments/revenue-beyond.ts',
    text: ' && !known.has(contestId)',
    replacement: '',
    spec: 'apps/web/src/features/admin-payments/revenue-beyond.spec.ts',
  },
];
