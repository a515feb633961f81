import type { AttentionReason, BookDifferenceClass, MoneyClass } from '@abato/contracts';

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Payments that only a person can decide. */
export const adminAttention = {
  title: 'Payments to decide',
  subtitle: 'Money that is held, disputed, or could not be given back',
  loading: 'Loading payments...',
  empty: 'Nothing to decide',
  emptyHint: 'Every payment is counted, refunded, or on its way. New cases appear here by themselves.',
  table: {
    caption: 'Payments to decide',
    payment: 'Payment',
    reason: 'Why',
    asked: 'Asked',
    taken: 'Taken',
    since: 'Since',
    actions: 'Actions',
    nothing: '–',
    notes: (count: number) => plural(count, 'note', 'notes'),
  },
  reasons: {
    amount: ['Other amount', 'The provider took another amount than was asked. The votes are not counted.'],
    currency: ['Other currency', 'The provider took another currency. The votes are not counted.'],
    account: ['Other account', 'The payment belongs to another account of ours. The votes are not counted.'],
    transaction: ['Used before', 'The same transaction already paid for another vote.'],
    'refund-stuck': ['Refund stuck', 'The provider could not give the money back by itself.'],
    reversed: [
      'Money went back',
      'The payer’s bank or network took the money back without a dispute. The votes are taken back. A note closes the case.',
    ],
    'returned-in-part': [
      'Part went back',
      'A part of the money went back at the provider, with the votes of that part. A note closes the case.',
    ],
    'returned-too-much': [
      'Too much went back',
      'More went back than was taken. Ask the provider. A note closes the case.',
    ],
    'books-differ': [
      'Books differ',
      'The provider’s books say something else about this payment. See Reconciliation.',
    ],
    disputed: ['Disputed', 'The payer’s bank disputes it. The votes count until the dispute is lost.'],
  } as const satisfies Record<AttentionReason, readonly [string, string]>,
  accept: 'Accept',
  refund: 'Refund',
  giveAccount: 'Payer’s account',
  account: {
    title: 'Pay the refund to another account?',
    text: (reference: string) =>
      `The provider could not give the money of ${reference} back the way it came. Ask the payer for a wallet or bank account of their own. It goes to the provider and is not kept here.`,
    check: 'Show the name',
    confirm: (name: string) => `Yes, pay ${name}`,
    whose: (name: string) => `This account belongs to ${name}. Is that the payer?`,
    reason: 'Reason',
    hint: 'How the payer told you, without name and number. Kept in the payment’s history and the audit log.',
    done: 'The provider has the account. The refund is on its way.',
  },
  kept: 'Money was kept',
  returned: 'Money is back',
  note: 'Note',
  evidence: 'Evidence',
  decisions: {
    accept: {
      title: 'Accept this payment?',
      text: (reference: string) =>
        `${reference} counts its votes now, for what was really taken. This cannot be undone; a refund later takes the votes back.`,
      confirm: 'Count the votes',
      done: 'The votes are counted.',
      field: 'Reason',
      hint: 'Kept in the payment’s history and the audit log.',
    },
    refund: {
      title: 'Refund this payment?',
      text: (reference: string) =>
        `What was taken for ${reference} goes back to the payer. Votes that were counted are taken back. This cannot be undone.`,
      confirm: 'Give the money back',
      done: 'The refund is on its way.',
      field: 'Reason',
      hint: 'Kept in the payment’s history and the audit log.',
    },
    returned: {
      title: 'Does the payer have the money back?',
      text: (reference: string) =>
        `Say so for ${reference} only if the payer has what is left of the money back without the provider’s word. Votes that still count are taken back. This cannot be undone.`,
      confirm: 'The money is back',
      done: 'It is written down. Above GHS 10,000 another super admin confirms it first.',
      field: 'Reason',
      hint: 'How it went back. Kept in the payment’s history and the audit log.',
    },
    kept: {
      title: 'Is the dispute over?',
      text: (reference: string) =>
        `Say so for ${reference} only if the bank decided for us and the provider has not told it. The votes go on counting.`,
      confirm: 'The money was kept',
      done: 'The dispute is closed.',
      field: 'Reason',
      hint: 'Kept in the payment’s history and the audit log.',
    },
    note: {
      title: 'Add a note',
      text: (reference: string) =>
        `About ${reference}. Notes are part of the evidence and cannot be changed.`,
      confirm: 'Keep the note',
      done: 'The note is kept.',
      field: 'Note',
      hint: 'Do not name people: notes are never erased.',
    },
  },
};

/** Whether a contest's books agree with the provider's money. */
export const adminReconciliation = {
  title: 'Reconciliation',
  subtitle: 'What the provider took for a contest, against what was counted',
  loading: 'Comparing the books...',
  noContests: 'No contests yet',
  noContestsHint: 'The books of your contests appear here.',
  incompleteTitle: 'These figures are incomplete',
  incomplete: 'The provider has not answered about every payment, or counting lags. Sums may still grow.',
  agreesTitle: 'The books agree to the pesewa',
  agrees: (day: string | null) =>
    day
      ? `Compared with the provider’s own list through ${day}.`
      : 'No day has been compared with the provider’s own list yet.',
  differsTitle: 'The books do not agree',
  differs: (amount: string) => `${amount} is not where it should be. The table below says what is known.`,
  differsThere: 'The provider’s own list says something else about a payment; see below.',
  taken: 'Taken by the provider',
  side: { taken: 'What came and stayed', counted: 'Where it is' },
  minus: (name: string) => `− ${name}`,
  result: 'Stayed',
  sum: 'Accounted for',
  undecided: (count: number) =>
    `${plural(count, 'attempt', 'attempts')} not decided by the provider yet; nothing of it is in the sums.`,
  classes: {
    counted: 'Counted',
    held: 'Held for a decision',
    returning: 'Late or paid twice, on its way back',
    refunded: 'Refunded',
    reversed: 'Lost disputes and reversals',
    'accepted-otherwise': 'Accepted for another amount',
    unexplained: 'Not explained',
  } as const satisfies Record<MoneyClass, string>,
  table: {
    caption: (title: string) => `Money of ${title} by class`,
    class: 'Class',
    payments: 'Payments',
    amount: 'Amount',
    oldest: 'Oldest',
    none: '–',
  },
  provider: {
    title: 'Found by the daily comparison',
    allTitle: 'Differences of all contests',
    caption: 'Differences between our books and the provider’s',
    reference: 'Reference',
    what: 'What differs',
    theirs: 'Provider',
    ours: 'Ours',
    found: 'Found',
    none: 'Nothing: every day that was compared agrees.',
    classes: {
      'unknown-reference': 'A success at the provider that is not ours',
      'not-booked': 'A success at the provider that is not booked',
      'amount-differs': 'The amounts differ',
      'not-at-provider': 'Counted here, not a success at the provider',
      reversed: 'Counted here, taken back at the provider without a dispute',
      'returned-in-part': 'A part went back at the provider, with its votes',
      'returned-too-much': 'More went back than was taken',
    } as const satisfies Record<BookDifferenceClass, string>,
  },
  age: {
    minutes: (count: number) => plural(count, 'minute', 'minutes'),
    hours: (count: number) => plural(count, 'hour', 'hours'),
    days: (count: number) => plural(count, 'day', 'days'),
  },
};
