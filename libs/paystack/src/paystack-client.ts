import type { CallPurpose } from './call-budget.js';
import type { CallGate, Payer } from './shared-call-limit.js';
import { ChargeCalls } from './charge-calls.js';
import { AccountCalls } from './account-calls.js';
import { DisputeCalls } from './dispute-calls.js';
import { duplicateIsUnknown, ProviderError } from './errors.js';
import { metadataOf, type PaidFor, type ProviderSplit, splitFields } from './payment-fields.js';
import { type ListPage, type ListPosition } from './paging.js';
import { parseTransaction, type ProviderTransaction } from './transactions.js';
import { object, text } from './read.js';
import { RefundCalls } from './refund-calls.js';
import { MAIN_ACCOUNT, SettlementCalls } from './settlement-calls.js';
import { type CallObserver, type CallPermit, type PaystackSettings, PaystackTransport } from './transport.js';

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
  paidFor?: PaidFor;
  /** How the provider divides the payment; absent or null: it goes to the main account. */
  split?: ProviderSplit | null;
}

export interface InitializedCheckout {
  authorizationUrl: string;
  accessCode: string;
}

/** The one client of the payment provider. It neither knows nor cares whether it talks to the simulator. */
export class PaystackClient {
  static readonly MAIN_ACCOUNT = MAIN_ACCOUNT;
  private readonly transport: PaystackTransport;
  /** The provider's books are separate for test and live keys, and every proof names its own. */
  readonly domain: 'test' | 'live';
  readonly charges: ChargeCalls;
  readonly refunds: RefundCalls;
  readonly disputes: DisputeCalls;
  readonly accounts: AccountCalls;
  readonly settlements: SettlementCalls;

  /** @param gate asked before every call; without one nothing limits them */
  constructor(settings: PaystackSettings, observe?: CallObserver, gate?: CallGate) {
    this.transport = new PaystackTransport(settings, observe, gate);
    this.charges = new ChargeCalls(this.transport);
    this.refunds = new RefundCalls(this.transport);
    this.disputes = new DisputeCalls(this.transport);
    this.accounts = new AccountCalls(this.transport);
    this.settlements = new SettlementCalls(this.transport);
    this.domain = settings.secretKey.startsWith('sk_live') ? 'live' : 'test';
  }

  /**
   * Take a permit for a call before an attempt is written, so that a refusal by our own limit leaves none behind.
   * @param payer who wants to pay; absent in operators' tools and tests
   * @throws ProviderError 'rate-limited' with the seconds to wait and the payer's position
   */
  takePermit(name: 'initialize' | 'charge', payer?: Payer): Promise<CallPermit> {
    return this.transport.takePermit(name, 'begin', payer);
  }

  /**
   * Make a checkout page for one attempt. Called once per reference.
   * @throws ProviderError 'rejected' | 'rate-limited' | 'unreachable': nothing was made. 'unknown': it may have been.
   */
  async initialize(request: InitializeRequest, permit?: CallPermit): Promise<InitializedCheckout> {
    const body = {
      reference: request.reference,
      amount: request.amount,
      currency: request.currency,
      email: request.email,
      ...(request.label && { label: request.label }),
      channels: ['card', 'mobile_money'],
      ...splitFields(request.split),
      callback_url: request.callbackUrl,
      metadata: { cancel_action: request.cancelUrl, ...(request.paidFor && metadataOf(request.paidFor)) },
    };
    const answer = await this.transport
      .call('initialize', '/transaction/initialize', { permit, body })
      .catch(duplicateIsUnknown);
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
    const path = `/transaction/verify/${encodeURIComponent(reference)}`;
    const answer = await this.transport.call('verify', path, { purpose });
    const transaction = parseTransaction(answer.data);
    if (transaction.reference !== reference) {
      throw new ProviderError('unknown', 'the answer to verify is about another reference');
    }
    return transaction;
  }

  /**
   * One page of the transactions begun in a span of time, newest first.
   * @param query `at` is the first page, or what the page before it returned as `next`
   * @throws ProviderError
   */
  list(query: {
    status: 'success' | 'reversed';
    from: Date;
    to?: Date;
    at?: ListPosition;
  }): Promise<ListPage<ProviderTransaction>> {
    return this.transport.page('list', '/transaction', query, parseTransaction);
  }
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol);
}
