import { type FeePolicy, NO_FEE, partsOf } from '@abato/contracts';
import type { Provider } from '@abato/paystack';
import type { PaymentState } from './payment-state.js';

/** How long a checkout page is offered again before a new one is made. */
export const CHECKOUT_LIFE_MS = 30 * 60_000;
/** A prompt on a phone is open for 180 s; until this long after it no payer may be asked to pay again. */
export const PROMPT_LIFE_MS = 210_000;
/** The provider answers initialize within 10 s or never; an attempt still CREATED after this was orphaned by a crash. */
export const BEGINNING_MS = 15_000;
/** Bound on attempts for one vote in any hour. */
const MAX_ATTEMPTS = 50;
const HOUR_MS = 3_600_000;

export interface EarlierAttempt {
  reference: string;
  state: PaymentState;
  flow: 'CHECKOUT' | 'CHARGE' | 'MANUAL';
  authorizationUrl: string | null;
  createdAt: Date;
}

/** What may be done about paying for a vote that has these attempts. */
export type NextAttempt =
  | { kind: 'new' }
  /** A page is open: send the payer there. */
  | { kind: 'reuse'; reference: string; authorizationUrl: string }
  /** Another request is making one at this moment. */
  | { kind: 'wait' }
  /** A prompt may be on the payer's phone; a second way to pay now could charge twice. */
  | { kind: 'prompt-open'; reference: string; secondsLeft: number }
  /** Money may have arrived and is being looked at. */
  | { kind: 'held' }
  | { kind: 'too-many'; secondsLeft: number };

/**
 * Whether paying may begin, for a checkout page or for a prompt on the phone (which does not mind an open page: a payer who asks for
 * it has left the page).
 * A lost checkout link is harmless, because no payer has it: a new reference is safe at once. A prompt is not.
 * @param attempts all attempts of the vote, newest first
 */
export function nextAttempt(
  attempts: readonly EarlierAttempt[],
  now: Date,
  flow: 'CHECKOUT' | 'CHARGE' = 'CHECKOUT',
): NextAttempt {
  if (attempts.some((attempt) => attempt.state === 'REVIEW')) return { kind: 'held' };
  for (const attempt of attempts) {
    const age = +now - +attempt.createdAt;
    if (attempt.flow === 'CHARGE') {
      if (PROMPT_STATES.has(attempt.state) && age < PROMPT_LIFE_MS) {
        const secondsLeft = Math.ceil((PROMPT_LIFE_MS - age) / 1000);
        return { kind: 'prompt-open', reference: attempt.reference, secondsLeft };
      }
      continue;
    }
    if (attempt.state === 'CREATED' && age < BEGINNING_MS) return { kind: 'wait' };
    if (flow === 'CHARGE') continue;
    if (attempt.authorizationUrl && PAGE_STATES.has(attempt.state) && age < CHECKOUT_LIFE_MS) {
      return {
        kind: 'reuse',
        reference: attempt.reference,
        authorizationUrl: attempt.authorizationUrl,
      };
    }
  }
  const bound = attempts[MAX_ATTEMPTS - 1];
  const msLeft = bound ? +bound.createdAt + HOUR_MS - +now : 0;
  return msLeft > 0 ? { kind: 'too-many', secondsLeft: Math.ceil(msLeft / 1000) } : { kind: 'new' };
}

const PAGE_STATES = new Set<PaymentState>(['INITIALIZED', 'PROVIDER_PENDING']);
const PROMPT_STATES = new Set<PaymentState>(['CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING']);

/** What holds for one payment from its beginning on, whatever changes later (ADR 120). */
export interface PaymentTerms {
  hostId: string;
  /** 0: the host has no policy. */
  policyVersion: number;
  bearer: FeePolicy['bearer'];
  /** Pesewas that the main account takes before the provider's fee. */
  charge: number;
  /** null: the host has no account in force, everything goes to the main account. */
  split: Provider.Split | null;
}

/** @param amount whole pesewas. @param policy null: none was set */
export function termsOf(
  amount: number,
  host: { id: string; policy: (FeePolicy & { version: number }) | null; subaccount: string | null },
): PaymentTerms {
  const { bearer, ...policy } = host.policy ?? { ...NO_FEE, version: 0 };
  const { charge } = partsOf(amount, { bearer, ...policy });
  return {
    hostId: host.id,
    policyVersion: policy.version,
    bearer,
    charge,
    split: host.subaccount
      ? {
          subaccount: host.subaccount,
          transactionCharge: charge,
          bearer: bearer === 'host' ? 'subaccount' : 'account',
        }
      : null,
  };
}

/** When the provider is asked about an attempt, in seconds after it was made; afterwards once a day while it is watched. */
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;
export const CHECK_SCHEDULE_SECONDS: readonly number[] = [
  10,
  30,
  MINUTE,
  3 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  6 * HOUR,
  24 * HOUR,
  72 * HOUR,
];

/** A call that failed is repeated this soon, whatever the schedule says. */
export const RECHECK_AFTER_FAILURE_SECONDS = 30;

/**
 * The next time on the schedule after `now`.
 * @returns null when the attempt is watched no longer
 */
export function nextCheckAt(createdAt: Date, watchUntil: Date | null, now: Date): Date | null {
  const age = (now.getTime() - createdAt.getTime()) / 1000;
  const step = CHECK_SCHEDULE_SECONDS.find((seconds) => seconds > age);
  const last = CHECK_SCHEDULE_SECONDS.at(-1) as number;
  const seconds = step ?? last + (Math.floor((age - last) / DAY) + 1) * DAY;
  const at = new Date(createdAt.getTime() + seconds * 1000);
  return watchUntil && at > watchUntil ? (now < watchUntil ? watchUntil : null) : at;
}
