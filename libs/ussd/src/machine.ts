import {
  amountOf,
  type Bundle,
  DIAL_NUMBER_LENGTH,
  fewestVotes,
  isNomineeCode,
  MAX_VOTES_PER_CAST,
  MAX_PAYMENT_PESEWAS,
  MIN_PAYMENT_PESEWAS,
  mostVotesWithin,
  type Prices,
  type VoteRefusal,
} from '@abato/contracts';
import { cut, plain } from './gsm.js';
import { type ChoiceState, choose, type Listed, menuScreen } from './menu.js';
import { ussdScreens as t } from './texts.js';

/** A nominee as a session remembers it: the price that the voter was told is the one that is confirmed. */
export interface NomineeInSession {
  contestId: string;
  categoryId: string;
  contestantId: string;
  name: string;
  title: string;
  /** Pesewas for one vote; 0 is free. */
  price: number;
  /** Of that price. Absent in sessions that the release before this one began, as `times` and `limit`. */
  bundles?: Bundle[];
  /** How often a paid vote counts now. */
  times?: number;
  /** Most that a prompt asks for, in pesewas. */
  limit?: number;
  /** When the contest ends, epoch milliseconds. Absent in sessions that the release before this one began. */
  endsAt?: number;
  /** Free votes of one phone per hour; 1 in an election. */
  perHour: number;
  /** Each voter has one ballot per category. Absent in sessions that the release before this one began. */
  isElection?: boolean;
}

export interface FoundNominee extends NomineeInSession {
  refusal: VoteRefusal | null;
}

/** A contest as it is browsed. */
export interface BrowsedContest {
  id: string;
  categories: { id: string; name: string; nominees: { code: string; name: string }[] }[];
}

/** Where a session is. @property mistakes inputs that led nowhere */
export type SessionState = { mistakes: number } & (
  | { at: 'start' }
  | { at: 'verify' }
  | { at: 'voucher'; reference: string; amount: number; name: string }
  | ChoiceState
  | { at: 'votes'; nominee: NomineeInSession }
  | { at: 'confirm'; nominee: NomineeInSession; votes: number }
);

/** What an input leads to: a screen that asks for more, the last text, or something that has to be looked up or done first. */
export type Step =
  | { kind: 'ask'; text: string; state: SessionState }
  | { kind: 'end'; text: string }
  | { kind: 'find-code'; code: string; state: SessionState }
  | { kind: 'find-contests'; state: SessionState }
  | { kind: 'find-contest'; contestId: string; state: SessionState }
  | { kind: 'cast'; nominee: NomineeInSession; votes: number }
  | { kind: 'voucher'; reference: string; code: string }
  | { kind: 'verify'; number: string };

/** The first input of a session that confirms a phone number for a page (`*713*7*4821#`): no nominee's code is so short. */
const VERIFY = '7';
/** Instead of a nominee's code: the lists of contests, categories and nominees. */
export const LISTS = '0';
/** Casts what a session asks to confirm. */
export const CONFIRM = '1';
const VOUCHER = /^[A-Za-z0-9]{3,12}$/;
const VERIFICATION_NUMBER = new RegExp(`^\\d{${DIAL_NUMBER_LENGTH}}$`);
const MOST_MISTAKES = 5;
/** Lines of a list: pages beyond them are not browsed on a phone, and the list is kept with the session. */
const MOST_LISTED = 100;
const LISTED_NAME = 30;

type Ask = Extract<Step, { kind: 'ask' }>;

/** The screen a session begins with when nothing was dialled behind the service code. */
export function firstScreen(): Ask {
  return { kind: 'ask', text: t.welcome, state: { at: 'start', mistakes: 0 } };
}

/** Begins with the voucher that a payment of this phone waits for. */
export function voucherScreen(waiting: { reference: string; amount: number; name: string }): Ask {
  const state = { at: 'voucher', mistakes: 0, ...waiting } as const;
  return { kind: 'ask', text: t.voucher(waiting.amount, waiting.name), state };
}

/** What the voter's next input leads to. Knows nothing but the session; `found…` go on with what was looked up. */
export function nextStep(state: SessionState, input: string): Step {
  switch (state.at) {
    case 'start':
      if (input === VERIFY) return { kind: 'ask', text: t.verify, state: { at: 'verify', mistakes: 0 } };
      if (input === '') return firstScreen();
      return codeOrList(state, input) ?? mistake(state, t.notACode);
    case 'verify':
      return VERIFICATION_NUMBER.test(input) ? { kind: 'verify', number: input } : mistake(state, t.verify);
    case 'voucher':
      if (input === '0') return firstScreen();
      return isVoucher(input)
        ? { kind: 'voucher', reference: state.reference, code: input }
        : mistake(state, t.voucher(state.amount, state.name));
    case 'contests':
    case 'categories':
    case 'nominees':
      return chosen(state, input);
    case 'votes':
      return votesGiven(state, input);
    case 'confirm':
      if (input === CONFIRM) return { kind: 'cast', nominee: state.nominee, votes: state.votes };
      if (input === '2') return { kind: 'end', text: t.cancelled };
      return mistake(state, confirmText(state));
  }
}

/** Goes on with the nominee that a code names. */
export function foundNominee(state: SessionState, code: string, nominee: FoundNominee | null): Step {
  if (!nominee) return mistake({ at: 'start', mistakes: state.mistakes }, t.unknownCode(code));
  const { refusal, ...remembered } = nominee;
  if (refusal) return { kind: 'end', text: t.closed[refusal] };
  return {
    kind: 'ask',
    text: votesText(remembered),
    state: { at: 'votes', mistakes: state.mistakes, nominee: remembered },
  };
}

/** Goes on with the contests that are open. */
export function foundContests(state: SessionState, contests: readonly Listed[]): Step {
  if (!contests.length) return { kind: 'end', text: t.noContests };
  return menu({ at: 'contests', mistakes: state.mistakes, page: 0, items: listed(contests) });
}

/** Goes on with the categories of a contest, or at once with the nominees of its only one. */
export function foundContest(state: SessionState, contest: BrowsedContest | null): Step {
  const categories = contest?.categories.filter(({ nominees }) => nominees.length) ?? [];
  const [first] = categories;
  if (!contest || !first) return { kind: 'end', text: t.emptyContest };
  const { mistakes } = state;
  const wanted = state.at === 'categories' ? categories.find(({ id }) => id === state.chosen) : undefined;
  const category = wanted ?? (categories.length === 1 ? first : null);
  if (category) {
    const items = category.nominees.map(({ code, name }) => ({
      id: code,
      name: `${cut(plain(name), LISTED_NAME)} ${code}`,
    }));
    return menu({ at: 'nominees', mistakes, page: 0, items: items.slice(0, MOST_LISTED) });
  }
  return menu({ at: 'categories', mistakes, page: 0, contestId: contest.id, items: listed(categories) });
}

/** Whether the screen of a state takes this input as an answer, so that the same input twice may be two answers. */
export function isOffered(state: SessionState, input: string): boolean {
  switch (state.at) {
    case 'start':
      // After `0` at the question for a voucher.
      return input === LISTS;
    case 'votes':
      // One digit was a line of the list: codes have more. A late repetition leads to the question for a confirmation.
      return /^[1-9]$/.test(input);
    case 'confirm':
      return input === CONFIRM || input === '2';
    default:
      return 'items' in state && /^[0-9]$/.test(input);
  }
}

/** Whether an input may be the voucher code of a network. */
export function isVoucher(input: string): boolean {
  return VOUCHER.test(input);
}

function codeOrList(state: SessionState, input: string): Step | null {
  if (input === LISTS) return { kind: 'find-contests', state };
  return isNomineeCode(input) ? { kind: 'find-code', code: input, state } : null;
}

function chosen(state: ChoiceState & { mistakes: number }, input: string): Step {
  if (isNomineeCode(input)) return { kind: 'find-code', code: input, state };
  const choice = choose(state, input);
  if (!choice) return mistake(state, menuScreen(state));
  if (choice.kind === 'page') return menu({ ...state, page: choice.page });
  if (state.at === 'nominees') return { kind: 'find-code', code: choice.id, state };
  if (state.at === 'contests') return { kind: 'find-contest', contestId: choice.id, state };
  return { kind: 'find-contest', contestId: state.contestId, state: { ...state, chosen: choice.id } };
}

function listed(items: readonly Listed[]): Listed[] {
  return items.slice(0, MOST_LISTED).map(({ id, name }) => ({ id, name: cut(plain(name), LISTED_NAME) }));
}

function menu(state: ChoiceState & { mistakes: number }): Step {
  return { kind: 'ask', text: menuScreen(state), state };
}

function votesGiven(state: SessionState & { at: 'votes' }, input: string): Step {
  const { nominee } = state;
  const { price, perHour, limit, isElection } = nominee;
  const most = price === 0 ? Math.min(perHour, MAX_VOTES_PER_CAST) : mostPaid(nominee);
  const votes = /^\d{1,6}$/.test(input) ? Number(input) : 0;
  if (isElection && votes !== 1) return mistake(state, t.onlyOne);
  if (votes < 1) return mistake(state, t.notANumber(most));
  if (price === 0 && votes > most) return mistake(state, t.tooManyFree(most));
  if (price > 0 && votes > most) return mistake(state, t.tooMuch(most, limit));
  if (price > 0 && amountFor(nominee, votes) < MIN_PAYMENT_PESEWAS)
    return mistake(state, t.tooLittle(fewestVotes(pricesOf(nominee))));
  const confirm = { at: 'confirm', mistakes: state.mistakes, nominee, votes } as const;
  return { kind: 'ask', text: confirmText(confirm), state: confirm };
}

/** Votes that one prompt can ask money for. */
function mostPaid(nominee: NomineeInSession): number {
  const limit = nominee.limit ?? MAX_PAYMENT_PESEWAS;
  return Math.max(1, mostVotesWithin(pricesOf(nominee), limit, MAX_VOTES_PER_CAST));
}

function pricesOf({ price, bundles }: NomineeInSession): Prices {
  return { pricePesewas: price, bundles: bundles ?? [] };
}

/** What votes of a session cost, as its screen said, in pesewas. */
export function amountFor(nominee: NomineeInSession, votes: number): number {
  return amountOf(pricesOf(nominee), votes);
}

/** How many votes of a session count, as its screen said. */
export function countFor({ times = 1 }: NomineeInSession, votes: number): number {
  return votes * times;
}

function votesText({ name, title, price, perHour, bundles, times, isElection }: NomineeInSession): string {
  if (isElection) return t.howManyInElection(name, title);
  if (price === 0) return t.howManyFree(name, title, perHour);
  return t.howManyPaid(name, title, price, { bundles: bundles ?? [], times: times ?? 1 });
}

function confirmText({ nominee, votes }: { nominee: NomineeInSession; votes: number }): string {
  return t.confirm(votes, nominee.name, amountFor(nominee, votes), nominee.times);
}

/** The same question again; after too many mistakes the session ends, because each screen costs the organiser money. */
function mistake(state: SessionState, text: string): Step {
  const mistakes = state.mistakes + 1;
  if (mistakes >= MOST_MISTAKES) return { kind: 'end', text: t.tooManyMistakes };
  return { kind: 'ask', text, state: { ...state, mistakes } };
}
