import { statesOf } from './payment-state.js';

const HOUR_MS = 3_600_000;

/**
 * Prompts for money that one phone may be sent without approving any of them, over all contests and voters: a visitor may
 * type any number. An approved prompt was wanted and is not counted, so a payer may go on.
 */
export const PROMPT_LIMITS = [
  { prompts: 5, withinMs: HOUR_MS },
  { prompts: 15, withinMs: 24 * HOUR_MS },
] as const;

/** States in which a prompt may have been on the phone and was not approved. A refused call put none there. */
export const UNAPPROVED_STATES = statesOf('open', 'soft-failed').filter((state) => state !== 'FAILED_INIT');

/**
 * @param unapproved when the phone was sent prompts that it has not approved, newest first
 * @returns whole seconds until it may be sent another; 0: now
 */
export function secondsUntilNextPrompt(unapproved: readonly Date[], now: Date): number {
  const waits = PROMPT_LIMITS.map(({ prompts, withinMs }) => {
    const oldest = unapproved[prompts - 1];
    // A request that came later may have written its prompt first: no wait is longer than the window.
    return oldest ? Math.min(withinMs, +oldest + withinMs - +now) : 0;
  });
  return Math.ceil(Math.max(0, ...waits) / 1000);
}
