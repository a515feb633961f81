import type { Bundle, MobileNetwork } from '@abato/contracts';
import { cut, plain, screen, SCREEN_LENGTH } from './gsm.js';

/** Every text of the USSD menu. A translation is a second object of this shape, checked by the same test of lengths. */

const votes = (count: number): string => (count === 1 ? '1 vote' : `${count} votes`);
const money = (pesewas: number): string => `GHS ${(pesewas / 100).toFixed(2)}`;

/** `GHS 3,000`. */
const wholeMoney = (pesewas: number): string =>
  `GHS ${String(pesewas / 100).replace(/\B(?=(\d{3})+$)/g, ',')}`;

const bundleHints = (bundles: readonly Bundle[]): string[] =>
  bundles.map(({ votes: count, pricePesewas }) => ` ${count} for ${money(pricePesewas)}.`);

/** Room that the names of a screen keep: hints that would take it are left out. */
const NAMES_ROOM = 30;
/** As many of the hints as fit. */
function fittingHint(hints: readonly string[], compose: (hint: string) => string): string {
  const room = SCREEN_LENGTH - NAMES_ROOM - '\n\nGHS 10000.00 a vote. How many votes?'.length;
  let hint = '';
  for (const next of hints) if (hint.length + next.length <= room) hint += next;
  return compose(hint);
}

/** What to do when the prompt does not show, where it is known (shared facts of the networks: only MTN's is certain). */
const APPROVE: Record<MobileNetwork, string> = {
  mtn: 'No prompt? Dial *170#, My Wallet, My Approvals.',
  telecel: 'Asked for a voucher? Dial *110#, then this code again.',
  at: 'No prompt? Dial *110#, approvals.',
};

export const ussdTexts = {
  welcome: 'Welcome to Abato. Enter the code of your nominee.\n0 List of contests',
  notACode: 'A code has 4 to 6 digits. Enter the code of your nominee.\n0 List of contests',
  unknownCode: (code: string) =>
    screen([code], (one) => `No nominee has the code ${one}. Enter another code.\n0 List of contests`),
  howManyFree: (name: string, title: string, most: number) =>
    screen(
      [name, title],
      (who, contest) => `${who}\n${contest}\nFree, up to ${most} an hour. How many votes?`,
    ),
  howManyPaid: (
    name: string,
    title: string,
    price: number,
    { bundles, times }: { bundles: readonly Bundle[]; times: number } = { bundles: [], times: 1 },
  ) => {
    const text = (hint: string) =>
      screen(
        [name, title],
        (who, contest) => `${who}\n${contest}\n${money(price)} a vote.${hint} How many votes?`,
      );
    return fittingHint(
      [...(times > 1 ? [` Each counts ${times} times.`] : []), ...bundleHints(bundles)],
      text,
    );
  },
  notANumber: (most: number) => `Enter how many votes, from 1 to ${most}.`,
  tooManyFree: (most: number) => `At most ${votes(most)} an hour. How many votes?`,
  tooMuch: (most: number, walletLimit?: number) =>
    `${walletLimit ? `Many wallets pay at most ${wholeMoney(walletLimit)} a day` : 'One payment is at most GHS 10,000'}. How many votes, up to ${most}?`,
  tooLittle: (least: number) => `A payment is at least GHS 0.10. How many votes, from ${least}?`,
  confirm: (count: number, name: string, amount: number, times = 1) =>
    screen(
      [name],
      (who) =>
        `${votes(count)}${times > 1 ? ` (count as ${count * times})` : ''} for ${who}${amount ? `, ${money(amount)}` : ''}\n1 Confirm\n2 Cancel`,
    ),
  counted: (count: number, name: string, receipt: string) =>
    screen([name], (who) => `Thank you! ${votes(count)} for ${who} counted. Receipt ${receipt}`),
  held: (count: number, name: string, receipt: string) =>
    screen(
      [name],
      (who) => `${votes(count)} for ${who} received; the organiser checks it. Receipt ${receipt}`,
    ),
  pay: (amount: number, network: MobileNetwork) =>
    `Approve ${money(amount)} with your PIN on the prompt that comes now. ${APPROVE[network]}`,
  paid: (count: number, name: string) =>
    screen([name], (who) => `${votes(count)} for ${who} paid and counted.`),
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
    `You did not approve your last payments, so none was asked for. Please dial again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  notMobile: 'This number cannot pay by mobile money.',
  verify: 'Enter the 4-digit number that the page shows.',
  verified: (title: string) =>
    screen(
      [title],
      (contest) => `Your number is confirmed: ${contest}\nGo back to the page, it goes on there.`,
    ),
  notVerified:
    'This number does not fit this phone or is too old. Dial what the page shows, or ask there for a new one.',
  voucher: (amount: number, name: string) =>
    screen(
      [name],
      (who) => `${money(amount)} for ${who} waits. Enter the voucher code of *110#.\n0 Vote again`,
    ),
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
  /** Of another part, which writes for wider screens. */
  other: (message: string) => cut(plain(message), SCREEN_LENGTH),
};
