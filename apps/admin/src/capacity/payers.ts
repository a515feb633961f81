import { FIGURES } from './figures.js';

/** Payers who come at an even rate, and then stop. */
export interface Payers {
  perSecond: number;
  /** How long they come. */
  seconds: number;
}

/** What the waiting room of one account makes of them (ADR 65). */
export interface Waiting {
  /** Payments a second that are begun while payers wait. */
  begunPerSecond: number;
  /** How long the last payer waits, in seconds; 0 when no payer does. */
  longestSeconds: number;
  /** Share of the payers whose turn comes before their vote expires. */
  served: number;
}

/** Votes that are not paid expire after so many seconds (UNPAID_VOTE_MINUTES as it is by default). */
const EXPIRES_SECONDS = 30 * 60;

/** Payments a second that may be begun for as long as an evening lasts. @param callsPerMinute PAYSTACK_CALLS_PER_MINUTE */
export const payersPerSecond = (callsPerMinute: number): number =>
  (callsPerMinute / 60) * FIGURES.callsToBegin;

/**
 * How long payers wait, if each comes back when told: a burst is let through at once, the others one after the other at the pace.
 * Pure.
 * @param callsPerMinute of each account
 * @param accounts at the provider, each with a waiting room of its own and the same share of the payers
 */
export function waitingOf({ perSecond, seconds }: Payers, callsPerMinute: number, accounts = 1): Waiting {
  const burst = callsPerMinute * FIGURES.callsAtOnce;
  const pace = payersPerSecond(callsPerMinute);
  const tooMany = perSecond / accounts - pace;
  const queueAfter = (time: number): number => Math.max(0, tooMany * time - burst);
  // The queue is this long when the payer comes whose turn is the last one in time.
  const inTime = tooMany > 0 ? (pace * EXPIRES_SECONDS + burst) / tooMany : Infinity;
  return {
    begunPerSecond: pace * accounts,
    longestSeconds: queueAfter(seconds) / pace,
    served: Math.min(1, inTime / seconds),
  };
}
