import type { FieldError } from './errors.js';
import type { PublicContestSummary, PublicContestView } from './contest.js';
import type { PublicContestantView } from './contestant.js';
import type { ChargePaymentResult, PaymentVerificationBody } from './payment.js';
import type { lightTexts } from './texts/index.js';
import type { VoteDecision } from './held-vote.js';

/*
 * What the API and the pages that it renders know of each other. The pages are components of the web client, compiled for the server
 * (apps/web/src/server).
 */

/** Addresses of the light page. */
export const contestPath = (id: string): string => `/v/${id}`;
export const nomineePath = (id: string, code: string): string => `/v/${id}/${code}`;
export const payPath = (id: string, reference: string, asked?: number): string =>
  `/v/${id}/pay?reference=${encodeURIComponent(reference)}${asked ? `&n=${asked}` : ''}`;

/** What a voter has typed, as it was sent. */
export type VoteFields = Readonly<Record<(typeof VOTE_FIELDS)[number], string>>;
export const VOTE_FIELDS = [
  'votes',
  'phone',
  'ballot',
  'prove',
  'name',
  'email',
  'pay',
  'network',
  'nr',
] as const;

/** What a form carries to prove that this site made it. */
export interface FormProof {
  /** The idempotency key of the vote that this form can cast. */
  key: string;
  /** When the form was made: milliseconds since 1970, in base 36. */
  at: string;
  /** Of key, time and the contest or payment that the form is for. */
  sig: string;
  /** Of key and the browser's cookie. */
  own: string;
}

/** Why a form is shown again. */
export interface Problem {
  message: string;
  errors: readonly FieldError[];
}

/** What a vote that is stored costs, and how many of it count. */
export interface Total {
  votes: number;
  /** Cedis. */
  amount: number;
}

/** As the form of the page carries it: what the voter was told. */
export const toldTotal = ({ votes, amount }: Total): string => `${votes} ${amount}`;

/** What of a contest's list is asked for. */
export interface ListQuery {
  /** Words of a name, or a code; blank for all. */
  search: string;
  /** Of the categories, from 1; 0 for all. */
  category: number;
  /** From 1. */
  page: number;
}

export interface VotePage {
  contest: PublicContestView;
  nominee: PublicContestantView;
  fields: VoteFields;
  proof: FormProof;
  problem: Problem | null;
  /** Epoch milliseconds. */
  now: number;
  /** Whether a number can be proven by dialling. */
  canDial: boolean;
  /** What the phone dials, on the page for that. */
  dial: string | null;
}

/** What became of a vote. */
export interface LightResult {
  votes: number;
  /** Cedis; 0 for a free vote. */
  amount: number;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  /** Why a free vote does not count any more. */
  undone: keyof typeof lightTexts.result.undone | null;
  /** Why a free vote was held that does not count. */
  reason: keyof typeof lightTexts.result.reasons | null;
  /** What the organiser decided about it, the oldest first. */
  decisions: readonly VoteDecision[];
  /** null for a nominee that is not shown any more. */
  nominee: { name: string; code: string } | null;
  receiptCode: string | null;
}

/** What the payer types at each step that asks for something. */
export const STEP_FIELDS = {
  enter_voucher: ['otp'],
  enter_pin: ['pin'],
  enter_phone: ['phone'],
  enter_birthday: ['birthday'],
  enter_address: ['address', 'city', 'state', 'zipCode'],
} as const satisfies Partial<
  Record<ChargePaymentResult['step'], readonly (keyof typeof lightTexts.payment.fields)[]>
>;
export type AskingStep = keyof typeof STEP_FIELDS;

export const isAsking = (step: string): step is AskingStep => Object.hasOwn(STEP_FIELDS, step);

/** The step that a form answers. Opera Mini sends a form by itself once its only field is filled in, and then names no button. */
export const answeredStep = (form: Readonly<Record<string, string>>): string =>
  form['step'] ??
  (Object.keys(STEP_FIELDS) as AskingStep[]).find((step) =>
    STEP_FIELDS[step].every((name) => form[name] !== undefined),
  ) ??
  '';

export interface WaitingPage {
  contest: PublicContestView;
  payment: PaymentVerificationBody;
  /** Of a mobile-money charge; null for a payment on the provider's page. */
  charge: ChargePaymentResult | null;
  /** Epoch milliseconds. */
  now: number;
  /** How often the page has asked by itself. */
  asked: number;
  proof: FormProof;
  problem: Problem | null;
}

/** Everything that the API renders: whole light pages, and what stands in `#root` before the client's code has come. */
export interface ServerPages {
  /** The style sheet that stands in every light page; its digest is in their policy. */
  lightStyle: string;
  light: {
    /** Only says something, without a contest. */
    notice(page: { title: string; text: string }): string;
    /** The nominees of a contest, or its categories first when there are many. */
    list(page: { contest: PublicContestView; query: ListQuery }): string;
    /** The form for one nominee, with everything that was typed. */
    vote(page: VotePage): string;
    /** The same for the code that was sent to the number. */
    code(page: VotePage): string;
    /** The same for a number that the phone dials. */
    dial(page: VotePage): string;
    /** What a payer is asked for when the button is pressed. */
    total(page: VotePage & { total: Total }): string;
    result(page: { contest: PublicContestView; result: LightResult }): string;
    /** Leads to the provider's page. @param amount cedis */
    go(page: { contest: PublicContestView; url: string; amount: number; now: number }): string;
    /** What a payer has to do now, or what became of the payment. */
    payment(page: WaitingPage): string;
  };
  /** First paints: no counts, which would be old when the client has come. */
  first: {
    home(): string;
    /** @param contests of the first page; none when another page is asked for */
    list(contests: readonly PublicContestSummary[]): string;
    /** @param now epoch milliseconds */
    contest(contest: PublicContestView, now: number): string;
  };
}
