import type { GatewayRequest, Screen } from './gateways.js';
import { isOffered } from './machine.js';
import type { Session } from './session-store.js';

/**
 * A choice that comes again within this time after its screen was answered is the gateway's repetition: no person reads and types so fast. Only
 * where a gateway does not count its requests, and only in production: scripts type faster than people.
 */
const REPEATED_WITHIN_MS = 1_000;
/**
 * The number of votes that comes again may confirm a vote that was never seen: its answer may be lost, and gateways wait up to 15 seconds for one. So
 * within that time the first such input is a repetition. A voter who meant it sees the question once more.
 */
const UNSEEN_WITHIN_MS = 15_000;

/** The answer to a request that a session has answered already; null for a new one. */
export function repeatedAnswer(
  { inputs, first, last, state }: Pick<Session, 'inputs' | 'first' | 'last' | 'state'>,
  input: GatewayRequest['input'],
  now: Date,
  { production }: { production: boolean },
): Screen | null {
  if (input.kind === 'dial') return first;
  if (!last.screen.goesOn) return last.screen;
  if (input.kind === 'all') return input.inputs.length <= inputs ? last.screen : null;
  if (input.kind !== 'next') return null;
  if (input.sequence !== null && last.sequence !== null)
    return input.sequence <= last.sequence ? last.screen : null;
  if (input.text !== last.input) return null;
  const isAnswer = isOffered(state, input.text);
  const ageMs = now.getTime() - last.at;
  const isUnseen = state.at === 'confirm' && !last.repeated && ageMs < UNSEEN_WITHIN_MS;
  const isSoon = production && (ageMs < REPEATED_WITHIN_MS || isUnseen);
  return isAnswer && !isSoon ? null : last.screen;
}
