import type { Network } from '../core/model.js';

/** The integration number the provider puts into its objects, and people that it names. */
export const INTEGRATION = 100_043;
export const MERCHANT = 'merchant@example.com';
export const BANK_STAFF = 'bank@example.com';

/** How transactions say that they were made by the API. */
const identity = { source: 'merchant_api', type: 'api', identifier: null };
export const SOURCE = { ...identity, entry_point: 'transaction_initialize' };

/** `GET /bank`: the wallets and some banks of Ghana, and what is the same for all. */
export const BANKS = {
  mobile_money: [
    { id: 29, name: 'AirtelTigo', slug: 'atl-mobile-money', code: 'ATL' },
    { id: 28, name: 'MTN', slug: 'mtn-mobile-money', code: 'MTN' },
    { id: 66, name: 'Telecel', slug: 'vod-mobile-money', code: 'VOD' },
  ],
  ghipss: [
    { id: 67, name: 'Absa Bank Ghana Ltd', slug: 'absa-bank-ghana-ltd', code: '030100' },
    { id: 68, name: 'GCB Bank Limited', slug: 'gcb-bank-limited', code: '040100' },
  ],
};
const since = '2018-03-29T12:54:59.000Z';
const abilities = {
  longcode: '',
  gateway: null,
  pay_with_bank: false,
  supports_transfer: true,
  active: true,
};
const home = { country: 'Ghana', currency: 'GHS', is_deleted: false, createdAt: since, updatedAt: since };
export const BANK = { ...abilities, ...home };

export const NETWORKS: Record<Network, { name: string; dial: string; bank: string }> = {
  mtn: { name: 'MTN', dial: '*170#', bank: 'MTN Mobile Money' },
  vod: { name: 'Telecel', dial: '*110#', bank: 'Telecel Cash' },
  atl: { name: 'AT', dial: '*110#', bank: 'AirtelTigo Money' },
};

/** Names of account holders; accounts that end with 9 belong to the second. */
export const HOLDERS = ['AMA TEST MENSAH', 'KOFI TEST ADDO'] as const;

/** `declines` says why a payment with the card fails, `refund` how a later refund to it ends. */
interface TestCard {
  number: string;
  name: string;
  declines?: string;
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
  first?: 'send_otp' | 'pending' | 'success' | 'failed';
  /** What a first `pending` becomes, and after how long. */
  becomes?: { state: 'send_otp'; afterMs: number };
  /** How it ends by itself. `never` runs into the 180-second limit. */
  ends: 'success' | 'failed' | 'never';
  afterMs: number;
  reason?: string;
}

const NO_FUNDS = 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED';
const UNREGISTERED = 'The mobile money number is not registered';
export const DECLINED = 'The customer declined the payment';

/**
 * Behaviour by the last four digits, so that every network has each case. The provider documents one Ghanaian test number
 * (0551234987, success without a PIN) and none that fails: the 000x endings are the simulator's own.
 */
export const TEST_PHONES: Record<string, TestPhone> = {
  '4987': { ends: 'success', afterMs: 1_500 },
  '0001': { ends: 'failed', afterMs: 1_500, reason: NO_FUNDS },
  '0002': { ends: 'failed', afterMs: 1_500, reason: DECLINED },
  '0003': { ends: 'never', afterMs: 0 },
  '0004': { first: 'pending', ends: 'success', afterMs: 3_000 },
  '0005': { first: 'failed', ends: 'failed', afterMs: 0, reason: UNREGISTERED },
  '0006': { first: 'success', ends: 'success', afterMs: 0 },
  '0007': { first: 'send_otp', ends: 'success', afterMs: 1_500 },
  '0008': { first: 'pending', becomes: { state: 'send_otp', afterMs: 1_000 }, ends: 'success', afterMs: 0 },
};

/** The voucher every simulated Telecel phone shows; other six-digit codes but 000000 are taken too. */
export const VOUCHER = '123456';
