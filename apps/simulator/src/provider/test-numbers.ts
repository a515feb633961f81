import type { Network } from '../core/model.js';

/** Bank and network words for the ways a test payment fails. */
const NO_FUNDS = 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED';

/** One of the provider's test cards. */
export interface TestCard {
  number: string;
  name: string;
  /** Why a payment with it fails; absent when it succeeds. */
  declines?: string;
  /** How a later refund to it ends, when not well. */
  refund?: 'fails' | 'needs-attention';
}

/** The provider's documented test cards that end without a further question; the first is the default. */
export const TEST_CARDS: readonly [TestCard, ...TestCard[]] = [
  { number: '4084084084084081', name: 'Test: succeeds' },
  { number: '4084080000005408', name: 'Test: declined', declines: 'Declined' },
  { number: '4084080000670037', name: 'Test: no money', declines: 'Insufficient Funds' },
  { number: '4084080000671803', name: 'Test: refund fails', refund: 'fails' },
  { number: '4084080000671902', name: 'Test: refund needs attention', refund: 'needs-attention' },
];

/** What a mobile-money number does when it is charged directly. */
export interface TestPhone {
  /** The first answer of `POST /charge`. */
  first?: 'pay_offline' | 'send_otp' | 'pending' | 'success' | 'failed';
  /** What a first `pending` becomes, and after how long. */
  becomes?: { state: 'pay_offline' | 'send_otp'; afterMs: number };
  /** How it ends by itself. `never` runs into the 180-second limit. */
  ends: 'success' | 'failed' | 'never';
  afterMs: number;
  reason?: string;
}

/**
 * Behaviour by the last four digits, so that every network has each case. The provider documents one Ghanaian test number
 * (0551234987, success without a PIN) and none that fails: the 000x endings are the simulator's own.
 */
const BY_ENDING: Record<string, TestPhone> = {
  '4987': { ends: 'success', afterMs: 1_500 },
  '0001': { ends: 'failed', afterMs: 1_500, reason: NO_FUNDS },
  '0002': { ends: 'failed', afterMs: 1_500, reason: 'The customer declined the payment' },
  '0003': { ends: 'never', afterMs: 0 },
  '0004': { first: 'pending', ends: 'success', afterMs: 3_000 },
  '0005': {
    first: 'failed',
    ends: 'failed',
    afterMs: 0,
    reason: 'The mobile money number is not registered',
  },
  '0006': { first: 'success', ends: 'success', afterMs: 0 },
  '0007': { first: 'send_otp', ends: 'success', afterMs: 1_500 },
  '0008': {
    first: 'pending',
    becomes: { state: 'send_otp', afterMs: 1_000 },
    ends: 'success',
    afterMs: 1_500,
  },
};

/** @param ordinaryMs after how long a number that is not in the table approves by itself; 0 waits for a person */
export function behaviourOf(phone: string, ordinaryMs: number): TestPhone {
  const ordinary: TestPhone =
    ordinaryMs > 0 ? { ends: 'success', afterMs: ordinaryMs } : { ends: 'never', afterMs: 0 };
  return BY_ENDING[phone.slice(-4)] ?? ordinary;
}

/** The voucher every simulated Telecel phone shows; other six-digit codes but 000000 are taken too. */
export const VOUCHER = '123456';

export function isVoucherRight(otp: string): boolean {
  return /^\d{6}$/.test(otp) && otp !== '000000';
}

export const NETWORKS: Record<Network, { name: string; dial: string }> = {
  mtn: { name: 'MTN', dial: '*170#' },
  vod: { name: 'Telecel', dial: '*110#' },
  atl: { name: 'AT', dial: '*110#' },
};

/** `0XXXXXXXXX` from the forms people write. @returns null when it is no Ghanaian number */
export function localPhoneOf(input: string): string | null {
  const compact = input.replace(/[\s-]/g, '').replace(/^\+?233/, '0');
  return /^0[2-5]\d{8}$/.test(compact) ? compact : null;
}

/** The provider's samples write network codes in both cases. */
export function networkOf(input: string): Network | null {
  const lower = input.toLowerCase();
  return lower === 'mtn' || lower === 'vod' || lower === 'atl' ? lower : null;
}
