import type { MobileNetwork } from '../../phone.js';
import { plural as pluralOf, type PluralForms } from '../plural.js';

const plural = (count: number, forms: PluralForms): string => pluralOf(count, forms, String);
const votes = (count: number): string => plural(count, { one: '# vote', other: '# votes' });

/**
 * Texts of the USSD menu, letters without accents: with every value at its longest 120 characters, the line ends included. `libs/ussd` cuts names and
 * titles to what is left. Amounts come with their currency.
 */
export const ussdTexts = {
  welcome: 'Welcome to Abato. Enter the code of your nominee.\n0 List of contests',
  notACode: 'A code has 4 to 6 digits. Enter the code of your nominee.\n0 List of contests',
  unknownCode: (code: string) => `No nominee has the code ${code}. Enter another code.\n0 List of contests`,
  howManyFree: (name: string, title: string, most: number) =>
    `${name}\n${title}\nFree, up to ${most} an hour. How many votes?`,
  howManyInElection: (name: string, title: string) =>
    `${name}\n${title}\nOne ballot per category. Enter 1 to vote.`,
  onlyOne: 'Each voter has one ballot per category. Enter 1 to vote.',
  /** @param hints any of the two below, or nothing */
  howManyPaid: (name: string, title: string, price: string, hints: string) =>
    `${name}\n${title}\n${price} a vote.${hints} How many votes?`,
  timesHint: (times: number) => ` Each counts ${times} times.`,
  bundleHint: (count: number, price: string) => ` ${count} for ${price}.`,
  notANumber: (most: number) => `Enter how many votes, from 1 to ${most}.`,
  tooManyFree: (most: number) => `At most ${votes(most)} an hour. How many votes?`,
  aboveWallet: (limit: string, most: number) =>
    `Many wallets pay at most ${limit} a day. How many votes, up to ${most}?`,
  abovePayment: (limit: string, most: number) =>
    `One payment is at most ${limit}. How many votes, up to ${most}?`,
  tooLittle: (limit: string, least: number) =>
    `A payment is at least ${limit}. How many votes, from ${least}?`,
  /** @param name with what it costs, where it costs something */
  confirm: (count: number, name: string) => `${votes(count)} for ${name}\n1 Confirm\n2 Cancel`,
  /** While votes count several times. */
  confirmMany: (count: number, counted: number, name: string) =>
    `${votes(count)} (count as ${counted}) for ${name}\n1 Confirm\n2 Cancel`,
  withAmount: (name: string, amount: string) => `${name}, ${amount}`,
  counted: (count: number, name: string, receipt: string) =>
    `Thank you! ${votes(count)} for ${name} counted. Receipt ${receipt}`,
  held: (count: number, name: string, receipt: string) =>
    `${votes(count)} for ${name} received; the organiser checks it. Receipt ${receipt}`,
  /** @param approve one of `approve` */
  pay: (amount: string, approve: string) =>
    `Approve ${amount} with your PIN on the prompt that comes now. ${approve}`,
  /** In the last ten minutes of a contest. @param time Ghana time */
  payBy: (amount: string, approve: string, time: string) =>
    `Approve ${amount} with your PIN by ${time}, or it goes back. ${approve}`,
  /** What to do when the prompt does not show, where it is known: only MTN's way is certain. */
  approve: {
    mtn: 'No prompt? Dial *170#, My Wallet, My Approvals.',
    telecel: 'Asked for a voucher? Dial *110#, then this code again.',
    at: 'No prompt? Dial *110#, approvals.',
  } satisfies Record<MobileNetwork, string>,
  paid: (count: number, name: string) => `${votes(count)} for ${name} paid and counted.`,
  cancelled: 'Cancelled. Nothing was voted.',
  contests: 'Contests',
  categories: 'Categories',
  nominees: 'Nominees',
  more: '0 More',
  noContests: 'No contest is open now.',
  emptyContest: 'This contest has no nominees yet.',
  tooManyMistakes: 'Please look up the code of your nominee and dial again.',
  lost: (code: string) => `This session has ended and nothing was voted. Please dial ${code} again.`,
  ended: 'This session has ended. Thank you.',
  notGhanaian: 'Only Ghanaian numbers can vote.',
  tooManyPrompts: (minutes: number) =>
    plural(minutes, {
      one: 'You did not approve your last payments, so none was asked for. Please dial again in # minute.',
      other: 'You did not approve your last payments, so none was asked for. Please dial again in # minutes.',
    }),
  paymentOpen:
    'Your last payment is still open. In the last 10 minutes only one at a time. Approve it or dial again later.',
  notMobile: 'This number cannot pay by mobile money.',
  verify: 'Enter the 4-digit number that the page shows.',
  verified: (title: string) => `Your number is confirmed: ${title}\nGo back to the page, it goes on there.`,
  notVerified:
    'This number does not fit this phone or is too old. Dial what the page shows, or ask there for a new one.',
  voucher: (amount: string, name: string) =>
    `${amount} for ${name} waits. Enter the voucher code of *110#.\n0 Vote again`,
  voucherSent: 'Thank you. Your votes count as soon as the payment is confirmed.',
  voucherWrong: 'The code was not accepted. Dial *110# for a new one, then dial again.',
  closed: {
    CONTEST_NOT_STARTED: 'Voting has not started yet.',
    CONTEST_PAUSED: 'Voting is paused. Please try again later.',
    CONTEST_ENDED: 'Voting has ended.',
    CONTEST_NOT_ACTIVE: 'This contest takes no votes now.',
  },
  refused: {
    CONTEST_CHANGED: 'The price has just changed. Please dial again.',
    CONTEST_NOT_FOUND: 'This contest is not there any more.',
    CONTESTANT_NOT_FOUND: 'This nominee is not there any more.',
    OVERLOADED: 'Very many people are voting now. Please dial again in a minute.',
    IDEMPOTENCY_KEY_REUSED: 'This session has voted already.',
  },
  tryAgain: 'Something went wrong. Please dial again in a minute.',
};
