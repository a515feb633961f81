export const adminSettlements = {
  title: 'Payouts',
  lead: 'What the provider has paid, or is paying, to the settlement account. It pays on the next working day; read once a day.',
  caption: 'Payouts',
  columns: {
    day: 'Day',
    amount: 'Amount',
    payments: 'Payments',
    status: 'Status',
    number: 'Number',
  },
  states: { PENDING: 'Waits', PROCESSING: 'On the way', SUCCESS: 'Paid', FAILED: 'Failed' },
  kept: (amount: string) => `${amount} kept for refunds`,
  empty: { title: 'No payouts yet', text: 'They appear here on the day after the first paid votes.' },
  exportEmpty: 'There are no payouts to export yet.',
  onTheWay: 'On the way',
  next: {
    label: 'Next payout',
    none: 'None',
    noneNote: 'Nothing waits to be paid out.',
    unknown: 'Not known',
    unknownNote: 'No day is known yet.',
    announced: (day: string) => `announced for ${day}`,
    late: (day: string) => `announced for ${day}; it is late`,
    expected: (day: string) => `expected on ${day}; later if that is a public holiday`,
  },
  withPlatform: (amount: string) =>
    `${amount} of your part was paid before your account was in use. The platform has it.`,
  underReview: (amount: string) =>
    `${amount} is held until an administrator has decided about the payments. It is not part of the figures above.`,
  unexplained: {
    title: 'Something about the payouts is not explained yet',
    subtitle:
      'Payouts that do not agree with the payments. Ask the provider about those that stay for more than a day.',
    caption: 'Unexplained differences',
    platform: 'The platform',
    columns: { host: 'Host', what: 'What', since: 'Since', actions: 'Actions' },
    closing: {
      open: 'Close with a note',
      title: 'Close this difference?',
      field: 'Note',
      hint: 'Why nothing more is to be explained. It is kept in the audit log.',
      confirm: 'Close',
      done: 'The difference is closed.',
    },
    amount: (number: string, theirs: string, ours: string) =>
      `Payout ${number} is about ${theirs}; its payments make ${ours}.`,
    'unknown-payment': (number: string, reference: string) =>
      `Payout ${number} has the payment ${reference}, which is not one of this account.`,
    'paid-twice': (number: string, reference: string) =>
      `Payout ${number} has the payment ${reference}, which was in another payout before.`,
    deductions: (theirs: string, ours: string) =>
      `The provider has kept ${theirs} for refunds; ${ours} went back.`,
    failed: (number: string, ours: string) => `Payout ${number} of ${ours} failed.`,
    missing: (ours: string, day: string) => `${ours} paid by voters on ${day} is in no payout.`,
  },
};
