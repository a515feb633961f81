import { plural } from './plural';

const votesOf = (count: number) => plural(count, 'vote', 'votes');

/** Payments that payers dispute. */
export const adminDisputes = {
  title: 'Disputes',
  subtitle: 'Payments that payers dispute with their banks, by the date an answer is due',
  loading: 'Loading disputes...',
  empty: 'No disputes',
  emptyHint: 'No payer disputes a payment. You get an e-mail when that changes.',
  table: {
    payment: 'Payment',
    state: 'State',
    amount: 'Disputed',
    due: 'Answer due',
    soon: 'Soon',
    actions: 'Actions',
    returned: (amount: string) => `${amount} already returned: contest it`,
    of: (amount: string, paid: string) => (amount === paid ? amount : `${amount} of ${paid}`),
  },
  states: { open: 'Waits for you', answered: 'Waits for the bank', resolved: 'Resolved' },
  resolutions: {
    'merchant-accepted': 'Accepted',
    'auto-accepted': 'Not answered in time',
    declined: 'Contested',
  } as Record<string, string | undefined>,
  file: 'File for the bank (PDF or picture, at most 1.4 MB)',
  pack: { name: 'PDF', label: (reference: string) => `Evidence of ${reference} as PDF` },
  actions: {
    evidence: {
      name: 'Evidence',
      title: 'Send evidence',
      text: (amount: string, votes: number) =>
        `The payer’s bank gets your explanation of ${amount} for ${votesOf(votes)}, with the payer’s contact as given with the vote.`,
      confirm: 'Send the evidence',
      done: 'The evidence was sent.',
      field: 'What was paid for',
      hint: 'For example when the votes were counted, and that a receipt was sent.',
    },
    decline: {
      name: 'Contest',
      title: 'Contest this dispute?',
      text: (amount: string, votes: number) =>
        `You say that ${amount} is rightly yours. The bank decides; until then they count: ${votesOf(votes)}. Send evidence first: this cannot be undone.`,
      confirm: 'Contest the dispute',
      done: 'Your answer was sent.',
      field: 'Message to the bank',
      hint: 'Kept in the audit log.',
    },
    accept: {
      name: 'Accept',
      title: 'Accept this dispute?',
      text: (amount: string, votes: number) =>
        `${amount} goes back to the payer, and what was paid with it is taken back: ${votesOf(votes)}. This cannot be undone.`,
      confirm: 'Give the money back',
      done: 'Your answer was sent.',
      field: 'Message to the bank',
      hint: 'Kept in the audit log.',
    },
  },
};
