import { LAST_PAYMENT_MINUTES, PROMPT_SECONDS } from './contest.js';

/**
 * Until when a payment of a contest counts, in its last ten minutes: `20:01:00`, Ghana time. What is told where one pays (ADR 61).
 * @param endsAt epoch milliseconds; `now` too
 * @param byPrompt by a prompt that is, or will be, sent to the phone before the end; else on a page
 * @returns null earlier, and when it is over
 */
export function payDeadline(endsAt: number, now: number, byPrompt: boolean): string | null {
  const until = endsAt + (byPrompt ? PROMPT_SECONDS * 1000 : 0);
  if (now < endsAt - LAST_PAYMENT_MINUTES * 60_000 || now > until) return null;
  return new Date(until).toISOString().slice(11, 19);
}
