import { readFileSync } from 'node:fs';
import type { Fields } from '../core/fields.js';
import type { Network, PromptState } from '../core/model.js';

/** `declines` says why a payment with the card fails, `refund` how a later refund to it ends. */
interface TestCard {
  number: string;
  name: string;
  declines?: string;
  refund?: 'fails' | 'needs-attention';
}

/** What a mobile-money number does when it is charged directly. */
export interface TestPhone {
  /** The first answer of `POST /charge`. */
  first?: 'send_otp' | 'pending' | 'success' | 'failed';
  /** What a first `pending` becomes, and after how long. */
  becomes?: { state: 'send_otp'; afterMs: number };
  /** How it ends by itself. `never` runs into the 180-second limit. */
  ends: 'success' | 'failed' | 'never';
  afterMs: number;
  reason?: string;
}

interface Fixtures {
  /** The wallets and some banks of Ghana. */
  banks: Record<string, { id: number; name: string; slug: string; code: string }[]>;
  networks: Record<Network, { name: string; dial: string; bank: string }>;
  /** The provider's documented test cards that end without a further question; the first is the default. */
  cards: readonly [TestCard, ...TestCard[]];
  /**
   * Behaviour by the last four digits, so that every network has each case. The provider documents one Ghanaian test number
   * (0551234987, success without a PIN) and none that fails: the 000x endings are the simulator's own.
   */
  phones: Record<string, TestPhone>;
  /** What a charge asks of the payer. */
  asks: Partial<Record<PromptState, string>>;
  /** Fields of the provider's objects that are the same in all of them. */
  samples: Record<string, Fields>;
}

export const FIXTURES = JSON.parse(
  readFileSync(new URL('fixtures.json', import.meta.url), 'utf8'),
) as Fixtures;
export const { samples: SAMPLES } = FIXTURES;

/** Whom the provider names. */
export const MERCHANT = 'merchant@example.com';

export const DECLINED = 'The customer declined the payment';

/** The voucher every simulated Telecel phone shows; other six-digit codes but 000000 are taken too. */
export const VOUCHER = '123456';
