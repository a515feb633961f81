import { plural as pluralOf, type PluralForms } from '../plural.js';

const plural = (count: number, forms: PluralForms): string => pluralOf(count, forms, String);

/** Texts of SMS. Each is one message: 160 characters when all are of the GSM-7 alphabet, 70 otherwise; a second one costs as much again. */
export const smsTexts = {
  /** The line with the site and the code, which browsers read, follows it. */
  code: (code: string) => `${code} is your Abato voting code. It is valid for 5 minutes. Do not pass it on.`,
  receipt: (votes: number, name: string, amount: string, code: string) =>
    `Abato: ${plural(votes, { one: '# vote', other: '# votes' })} for ${name} counted, ${amount}. Receipt ${code}.`,
  /** Left out where it does not fit. */
  check: (address: string) => ` Check: ${address}`,
  refunded: (amount: string, reference: string) =>
    `Abato: ${amount} of your payment was refunded. It may take some days to arrive. Payment ${reference}`,
  refundDelayed: (amount: string, reference: string) =>
    `Abato: your refund of ${amount} is delayed. We are working on it, you need not do anything. Payment ${reference}`,
};
