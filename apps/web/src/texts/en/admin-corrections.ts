import type { CorrectionKind } from '@abato/contracts';
import { adminDisputes } from './admin-disputes';

/** Corrections of payments: asked for or entered by one person, decided by another. */
export const adminRefund = {
  refund: 'Refund',
  states: {
    WAITING: 'Refund asked for',
    ORDERED: 'Refund ordered',
    REJECTED: 'Refund rejected',
    WITHDRAWN: 'Request withdrawn',
  },
  withdraw: 'Withdraw',
  withdrawing: {
    title: 'Withdraw the request?',
    text: 'The payment is not refunded and its votes go on counting. You can ask again later.',
    confirm: 'Withdraw the request',
    done: 'The request is withdrawn.',
  },
  asking: {
    title: 'Ask for a refund?',
    text: (amount: string, votes: string) =>
      `If a super admin agrees, ${amount} goes back to the payer. Taken back with it: ${votes}. Until then nothing changes.`,
    confirm: 'Ask for the refund',
    done: 'The super admins decide. You get an e-mail.',
  },
  refunding: {
    title: 'Refund this payment?',
    text: (amount: string, votes: string) =>
      `${amount} goes back to the payer. Taken back with it: ${votes}. This cannot be undone.`,
    confirm: 'Give the money back',
    done: 'The refund is on its way.',
  },
  field: 'Reason',
  hint: 'Kept in the payment’s history and the audit log. Do not name people.',
};

/** Money that the payer has back without the provider. */
export const adminReturned = {
  action: 'Money is back',
  title: 'Does the payer have the money back?',
  text: (reference: string) =>
    `Say so for ${reference} only if the money is back without the provider’s word, or if cash was entered by mistake. Votes that still count for it are taken back. This cannot be undone.`,
  amount: 'Amount (GHS)',
  amountHint: 'Only what went back. Leave it empty when it is all that is left.',
  reason: 'Reason',
  reasonHint: 'How it went back. Kept in the payment’s history and the audit log. Do not name people.',
  confirm: 'The money is back',
  done: 'It is written down.',
  waits: 'Another super admin has to confirm it first.',
};

export const adminCorrections = {
  title: 'Waiting for a second person',
  subtitle:
    'Refunds and acceptances of disputes that organisers ask for, and corrections above GHS 10,000. Another super admin decides.',
  caption: 'Corrections that wait for a second person',
  table: {
    payment: 'Payment',
    what: 'What',
    amount: 'Amount',
    votes: 'Votes back',
    entered: 'Entered',
    actions: 'Actions',
  },
  kinds: {
    REFUND: 'Refund asked for',
    DISPUTE: 'Accept a dispute',
    RETURNED: 'Money is back',
    KEPT: 'Money was kept',
  } as const satisfies Record<CorrectionKind, string>,
  confirm: 'Confirm',
  reject: 'Reject',
  own: 'Another person must confirm what you have entered.',
  confirming: {
    REFUND: adminRefund.refunding,
    DISPUTE: {
      ...adminRefund.refunding,
      title: adminDisputes.actions.accept.title,
      done: adminDisputes.actions.accept.done,
    },
    RETURNED: {
      title: 'Does the payer have the money back?',
      text: (amount: string, votes: string) =>
        `${amount} is written down as returned without the provider’s word. Taken back with it: ${votes}. This cannot be undone.`,
      confirm: 'The money is back',
      done: 'It is written down.',
    },
    KEPT: {
      title: 'Is the dispute over?',
      text: (amount: string) =>
        `${amount} stayed with us, and the votes go on counting. Confirm it only if the bank decided for us.`,
      confirm: 'The money was kept',
      done: 'The dispute is closed.',
    },
  } as const satisfies Record<CorrectionKind, unknown>,
  rejecting: {
    title: 'Reject this?',
    text: (amount: string, reference: string) =>
      `Nothing changes about ${amount} of ${reference}: its votes go on counting as before.`,
    field: 'Reason',
    hint: 'Shown to the organiser who asked, and kept in the audit log.',
    confirm: 'Reject',
    done: 'Rejected.',
  },
};

/** The provider's messages that could not be processed. */
export const adminWebhooks = {
  title: 'Webhooks set aside',
  subtitle:
    'Messages of the provider that could not be processed after ten tries. Have one tried again when its cause is mended.',
  caption: 'Webhooks that were set aside',
  table: {
    event: 'Event',
    error: 'Error',
    tries: 'Tries',
    since: 'Set aside',
    actions: 'Actions',
  },
  unknown: 'Unknown',
  retry: 'Try again',
  done: 'It is tried again now.',
};
