import type { MobileNetwork } from '@abato/contracts';
import type { CallPurpose } from '../limits/call-budget.js';
import type { CallGate } from '../limits/shared-call-limit.js';
import type { Payer } from '../limits/waiting-room.js';
import { ProviderError } from './errors.js';
import { parseCharge, type ProviderCharge } from './parse-charge.js';
import type { ProviderDispute } from './parse-dispute.js';
import { isRefundOf, parseRefundData, type ProviderRefund } from './parse-refund.js';
import { parseTransaction, type ProviderTransaction } from './parse-transaction.js';
import { object, text } from './read.js';
import { disputesSince, refundsSince, type ReturnsPage } from './return-lists.js';
import { type CallObserver, type CallPermit, type PaystackSettings, PaystackTransport } from './transport.js';

const INITIALIZE_TIMEOUT_MS = 10_000;
const VERIFY_TIMEOUT_MS = 8_000;
const CHARGE_TIMEOUT_MS = 15_000;
const REFUND_TIMEOUT_MS = 15_000;
const LIST_TIMEOUT_MS = 20_000;
/** The most the provider puts on one page. */
export const LIST_PAGE_SIZE = 100;

/** What an attempt asks the provider for. */
export interface InitializeRequest {
  reference: string;
  /** Whole pesewas. */
  amount: number;
  currency: string;
  /** Mandatory for the provider, which mails receipts to it. */
  email: string;
  /** Shown on the checkout page instead of the e-mail address. */
  label?: string;
  callbackUrl: string;
  cancelUrl: string;
}

export interface ChargeRequest {
  reference: string;
  /** Whole pesewas. */
  amount: number;
  currency: string;
  email: string;
  /** `0XXXXXXXXX`. */
  phone: string;
  network: MobileNetwork;
}

/** The provider's codes for the networks, in lower case as its newer samples write them. */
const NETWORK_CODES: Record<MobileNetwork, string> = { mtn: 'mtn', telecel: 'vod', at: 'atl' };

export interface InitializedCheckout {
  authorizationUrl: string;
  accessCode: string;
}

/** The one client of the payment provider. It neither knows nor cares whether it talks to the simulator. */
export class PaystackClient {
  private readonly transport: PaystackTransport;
  /** The provider's books are separate for test and live keys, and every proof names its own. */
  readonly domain: 'test' | 'live';

  /** @param gate asked before every call; without one nothing limits them */
  constructor(settings: PaystackSettings, observe?: CallObserver, gate?: CallGate) {
    this.transport = new PaystackTransport(settings, observe, gate);
    this.domain = settings.secretKey.startsWith('sk_live') ? 'live' : 'test';
  }

  /**
   * Take a permit for a call before an attempt is written, so that a refusal by our own limit leaves none behind.
   * @param payer who wants to pay; absent in operators' tools and tests
   * @throws ProviderError 'rate-limited' with the seconds to wait and the payer's position
   */
  takePermit(name: 'initialize' | 'charge', payer?: Payer): Promise<CallPermit> {
    return this.transport.takePermit({ name, purpose: 'begin' }, payer);
  }

  /**
   * Make a checkout page for one attempt. Called once per reference.
   * @throws ProviderError 'rejected' | 'rate-limited' | 'unreachable': nothing was made. 'unknown': it may have been.
   */
  async initialize(request: InitializeRequest, permit?: CallPermit): Promise<InitializedCheckout> {
    const answer = await this.transport
      .call({
        name: 'initialize',
        purpose: 'begin',
        permit,
        method: 'POST',
        path: '/transaction/initialize',
        timeoutMs: INITIALIZE_TIMEOUT_MS,
        body: {
          reference: request.reference,
          amount: request.amount,
          currency: request.currency,
          email: request.email,
          ...(request.label && { label: request.label }),
          channels: ['card', 'mobile_money'],
          callback_url: request.callbackUrl,
          metadata: { cancel_action: request.cancelUrl },
        },
      })
      .catch((error: unknown) => {
        throw duplicateIsUnknown(error);
      });
    const data = object(answer.data);
    const authorizationUrl = text(data.authorization_url);
    const accessCode = text(data.access_code);
    if (!authorizationUrl || !accessCode || !isWebAddress(authorizationUrl)) {
      throw new ProviderError('unknown', 'the answer to initialize has no usable address');
    }
    if (text(data.reference) !== request.reference) {
      throw new ProviderError('unknown', 'the answer to initialize is about another reference');
    }
    return { authorizationUrl, accessCode };
  }

  /**
   * @param purpose `books` when no payer waits for the answer
   * @throws ProviderError; 'not-found' for a reference the provider does not know
   */
  async verify(reference: string, purpose: CallPurpose = 'answer'): Promise<ProviderTransaction> {
    const answer = await this.transport.call({
      name: 'verify',
      purpose,
      method: 'GET',
      path: `/transaction/verify/${encodeURIComponent(reference)}`,
      timeoutMs: VERIFY_TIMEOUT_MS,
    });
    const transaction = parseTransaction(answer.data);
    if (transaction.reference !== reference) {
      throw new ProviderError('unknown', 'the answer to verify is about another reference');
    }
    return transaction;
  }

  /**
   * One page of the transactions begun in a span of time, newest first.
   * @param query `page` from 1
   * @returns fewer than LIST_PAGE_SIZE items on the last page
   * @throws ProviderError
   */
  async list(query: {
    status: 'success' | 'reversed';
    from: Date;
    to?: Date;
    page: number;
  }): Promise<ProviderTransaction[]> {
    const search = new URLSearchParams({
      status: query.status,
      from: query.from.toISOString(),
      ...(query.to && { to: query.to.toISOString() }),
      perPage: String(LIST_PAGE_SIZE),
      page: String(query.page),
    });
    const answer = await this.transport.call({
      name: 'list',
      purpose: 'books',
      method: 'GET',
      path: `/transaction?${search}`,
      timeoutMs: LIST_TIMEOUT_MS,
    });
    if (!Array.isArray(answer.data)) throw new ProviderError('unknown', 'the list is no list');
    return answer.data.map(parseTransaction);
  }

  /**
   * Ask for money to go back. There is no idempotency key: after an unknown end look with `listRefunds` before asking again.
   * @throws ProviderError
   */
  async refund(request: {
    transaction: string;
    amount: number;
    currency: string;
    note: string;
  }): Promise<ProviderRefund> {
    const answer = await this.transport.call({
      name: 'refund',
      purpose: 'refunds',
      method: 'POST',
      path: '/refund',
      timeoutMs: REFUND_TIMEOUT_MS,
      body: {
        transaction: request.transaction,
        amount: request.amount,
        currency: request.currency,
        merchant_note: request.note,
      },
    });
    return parseRefundData(answer.data);
  }

  /**
   * The refunds of one transaction. The provider documents no filter by transaction: each is compared, so that none of another payment is
   * ever taken for one of this.
   * @param transaction the provider's id or our reference @throws ProviderError
   */
  async listRefunds(transaction: string): Promise<ProviderRefund[]> {
    const answer = await this.transport.call({
      name: 'list-refunds',
      purpose: 'refunds',
      method: 'GET',
      path: `/refund?transaction=${encodeURIComponent(transaction)}&perPage=${LIST_PAGE_SIZE}`,
      timeoutMs: VERIFY_TIMEOUT_MS,
    });
    if (!Array.isArray(answer.data)) throw new ProviderError('unknown', 'the list is no list');
    return answer.data.map(parseRefundData).filter((refund) => isRefundOf(refund, transaction));
  }

  /** @throws ProviderError */
  async fetchRefund(id: string): Promise<ProviderRefund> {
    const answer = await this.transport.call({
      name: 'fetch-refund',
      purpose: 'refunds',
      method: 'GET',
      path: `/refund/${encodeURIComponent(id)}`,
      timeoutMs: VERIFY_TIMEOUT_MS,
    });
    return parseRefundData(answer.data);
  }

  /** One page of all refunds asked for since, whoever asked. @throws ProviderError */
  async refundsSince(query: { from: Date; page: number }): Promise<ReturnsPage<ProviderRefund>> {
    return refundsSince(this.transport, query);
  }

  /** One page of all disputes opened since. @throws ProviderError */
  async disputesSince(query: { from: Date; page: number }): Promise<ReturnsPage<ProviderDispute>> {
    return disputesSince(this.transport, query);
  }

  /**
   * Ask a wallet for money: a prompt appears on the phone, or a voucher is needed.
   * @throws ProviderError 'unknown': the prompt may be on the phone, so the payer must not be asked to pay again for a while
   */
  async charge(request: ChargeRequest, permit?: CallPermit): Promise<ProviderCharge> {
    const { reference, amount, currency, email, phone, network } = request;
    const answer = await this.transport
      .call({
        name: 'charge',
        purpose: 'begin',
        permit,
        method: 'POST',
        path: '/charge',
        timeoutMs: CHARGE_TIMEOUT_MS,
        body: {
          reference,
          amount,
          currency,
          email,
          mobile_money: { phone, provider: NETWORK_CODES[network] },
        },
      })
      .catch((error: unknown) => {
        throw duplicateIsUnknown(error);
      });
    return parseCharge(answer.data);
  }

  /** @throws ProviderError */
  async submitOtp(reference: string, otp: string): Promise<ProviderCharge> {
    const answer = await this.transport.call({
      name: 'submit-otp',
      purpose: 'begin',
      method: 'POST',
      path: '/charge/submit_otp',
      timeoutMs: CHARGE_TIMEOUT_MS,
      body: { reference, otp },
    });
    return parseCharge(answer.data);
  }

  /**
   * What a charge that was first `pending` asks of the payer by now; the provider wants to be asked 10 s later at the earliest.
   * @throws ProviderError
   */
  async checkCharge(reference: string, purpose: CallPurpose): Promise<ProviderCharge> {
    const answer = await this.transport.call({
      name: 'check-charge',
      purpose,
      method: 'GET',
      path: `/charge/${encodeURIComponent(reference)}`,
      timeoutMs: VERIFY_TIMEOUT_MS,
    });
    return parseCharge(answer.data);
  }
}

/** Our references are 128 random bits: a duplicate is our own earlier call, whose answer was lost. */
function duplicateIsUnknown(error: unknown): unknown {
  return error instanceof ProviderError && error.details.code === 'duplicate_reference'
    ? new ProviderError('unknown', error.message, error.details)
    : error;
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol);
}
