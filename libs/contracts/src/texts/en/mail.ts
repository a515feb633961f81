import { plural } from '../plural.js';

const votes = (count: number): string => plural(count, { one: '# vote', other: '# votes' });

/** Texts of mails to voters: of receipts, and of refunds. Amounts come with their currency. */
export const mailTexts = {
  greeting: 'Hello,',
  team: 'The Abato team',
  receipt: {
    subject: (name: string, code: string) => `Your vote for ${name} was counted (${code})`,
    thanks: (count: number, name: string, title: string) =>
      `Thank you! ${votes(count)} for ${name} in "${title}" counted.`,
    /** Each in a line of its own, before its value. */
    labels: { receipt: 'Receipt', amount: 'Amount', counted: 'Counted', reference: 'Reference' },
    /** @param time as `2026-11-21 20:01` */
    time: (time: string) => `${time} (Ghana time)`,
    find: (address: string) =>
      `Look at your vote on any device, with your phone number and this receipt: ${address}`,
    check: (address: string) => `Check that it is in the public log of the contest: ${address}`,
  },
  refunded: {
    subject: (reference: string) => `Your payment was refunded (${reference})`,
    text: (amount: string, reference: string) =>
      `${amount} of your payment ${reference} went back to you, normally to the card or wallet it came from. Banks may need some days to show it.`,
    votes:
      'Votes that counted because of this payment do not count any more. A vote that another payment paid for still counts.',
    partOfVotes: 'Votes that were paid with this part do not count.',
  },
  refundDelayed: {
    subject: (reference: string) => `Your refund is delayed (${reference})`,
    text: (amount: string, reference: string) =>
      `The payment provider could not send ${amount} of your payment ${reference} back yet.`,
    patience:
      'We are working on it; you get another message when it went back. We may ask you for another wallet or bank account of your own, and never for a PIN or a code.',
  },
};
