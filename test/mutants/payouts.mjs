const PAYMENTS = 'libs/payments/src';
const journal = {
  file: `${PAYMENTS}/journal/post-journal.sql`,
  spec: 'test/payments/journal.spec.ts',
  only: '^(?!is shown by)',
};
const parts = { file: 'libs/contracts/src/fee-policy.ts', spec: 'libs/contracts/src/fee-policy.spec.ts' };
const accounts = { spec: 'test/api/settlement-accounts.spec.ts', served: true };
const lookup = { file: `${PAYMENTS}/payouts/account-lookup.ts`, ...accounts };
const service = { file: `${PAYMENTS}/payouts/settlement-accounts.service.ts`, ...accounts };
const fees = { spec: 'test/api/fee-policies.spec.ts', served: true };

/** Mutants of settlement accounts, fees, splits and the books. */
export const PAYOUTS = [
  {
    name: 'journal: what was posted is posted again',
    text: 't.organiser_payable - coalesce(b.organiser_payable, 0)',
    replacement: 't.organiser_payable',
    ...journal,
  },
  {
    name: 'journal: a dispute sets nothing aside',
    text: "WHEN place IN ('owed', 'disputed', 'held') THEN",
    replacement: "WHEN place IN ('owed', 'held') THEN",
    ...journal,
  },
  {
    name: 'journal: another currency is booked as cedis',
    text: "CASE WHEN coalesce(p.provider_currency, p.currency) = 'GHS'",
    replacement: 'CASE WHEN true',
    ...journal,
  },
  {
    name: 'journal: what was asked for is booked, not what the provider reports',
    text: 'coalesce(p.told_platform_pesewas +',
    replacement: 'coalesce(NULL::bigint +',
    ...journal,
  },
  {
    name: 'journal: the platform keeps its share of what goes back',
    text: 'floor(charge::numeric * (remaining - aside) / taken)::bigint',
    replacement: 'charge',
    ...journal,
  },
  {
    name: 'fees: half a pesewa is rounded down',
    text: 'amount * basisPoints + 5_000',
    replacement: 'amount * basisPoints + 4_999',
    ...parts,
  },
  {
    name: 'fees: a platform that pays the provider charges less than its fee',
    text: 'Math.min(Math.max(fee, provider), amount)',
    replacement: 'Math.min(fee, amount)',
    ...parts,
  },
  {
    name: 'fees: the fee is more than what the provider leaves',
    text: 'Math.min(fee, amount - provider)',
    replacement: 'Math.min(fee, amount)',
    ...parts,
  },
  {
    name: 'fees: no minimum',
    text: 'policy.fixedPesewas, policy.minimumPesewas)',
    replacement: 'policy.fixedPesewas, 0)',
    ...parts,
  },
  {
    name: 'account: a change is in force at once',
    text: 'isChange ? CHANGE_WAITS_MS : 0',
    replacement: 'isChange ? 0 : 0',
    ...service,
  },
  {
    name: 'account: any name is taken for the confirmed one',
    text: 'confirmedName !== undefined && !isSameName(',
    replacement: 'confirmedName === null && !isSameName(',
    ...lookup,
  },
  {
    name: 'account: names are told without a limit',
    text: 'used && used.times >= MOST_LOOKUPS',
    replacement: 'used && used.times >= 1e9',
    ...lookup,
  },
  {
    name: 'account: not required where the setting says so',
    file: 'libs/contests/src/hosts/hosts.repository.ts',
    text: "if (!accounts.length) throw new AppError('SETTLEMENT_ACCOUNT_REQUIRED');",
    replacement: '',
    ...accounts,
  },
  {
    name: 'split: the other side pays the provider',
    file: `${PAYMENTS}/rules/payment-attempts.ts`,
    text: "bearer === 'host' ? 'subaccount' : 'account'",
    replacement: "bearer === 'host' ? 'account' : 'subaccount'",
    ...fees,
  },
  {
    name: 'split: a direct charge goes to the main account',
    file: `${PAYMENTS}/paystack/charge-calls.ts`,
    text: '...splitFields(split),',
    replacement: '',
    ...fees,
  },
  {
    name: 'fees: those of the first version hold for ever',
    file: `${PAYMENTS}/attempts/attempts.sql`,
    text: 'ORDER BY version DESC LIMIT 1',
    replacement: 'ORDER BY version LIMIT 1',
    ...fees,
  },
  {
    name: 'accounts: a contest that takes money moves to another account at once',
    file: 'libs/contests/src/contests/contest-rules.ts',
    text: "if (contest.status === 'DRAFT') return;",
    replacement: 'if (contest.id) return;',
    ...accounts,
  },
  {
    name: 'accounts: a host that the books of money name is deleted',
    file: 'libs/contests/src/hosts/delete-host.service.ts',
    text: '|| (await this.hosts.isInBooks(manager, id))',
    replacement: '',
    ...accounts,
  },
  {
    name: 'accounts: those of a deleted organiser keep name and number',
    file: 'libs/contests/src/registration/delete-user.service.ts',
    text: 'await this.forgetAccounts(manager, actor, id, now);',
    replacement: '',
    ...accounts,
  },
  {
    name: 'account: a super admin approves an own one',
    text: 'if ([host.userId, waiting.requestedBy].includes(actor.id)) throw ownAccount();',
    replacement: '',
    ...service,
  },
  {
    name: 'journal: held money is in no account',
    file: `${PAYMENTS}/journal/post-journal.ts`,
    text: "return 'held';",
    replacement: 'return null;',
    spec: journal.spec,
    only: journal.only,
  },
  {
    name: 'journal: held money of another payment is booked again',
    text: 'AND p.provider_transaction_id IS NULL',
    replacement: 'AND p.provider_transaction_id IS NULL AND false',
    ...journal,
  },
  {
    name: 'journal: money of another currency that went back unheard of is cedis',
    file: `${PAYMENTS}/settlement/write-settlement.ts`,
    text: 'change.proof.takenAmount !== undefined',
    replacement: 'false',
    spec: journal.spec,
    only: journal.only,
  },
  {
    name: 'accounts: an account is approved that was not looked at',
    text: 'waiting.requestedAt.toISOString() !== requestedAt',
    replacement: 'requestedAt.length === 0',
    ...service,
  },
];
