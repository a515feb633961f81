import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Clock } from '../core/clock.js';
import { NoAnswer, ProviderError, RateLimited, serverError } from '../core/errors.js';
import { Log } from '../core/log.js';
import type { Split, Transaction } from '../core/model.js';
import type { AcceptMode, Script } from '../core/script.js';
import { Scripts } from '../core/scripts.js';
import { Store } from '../core/store.js';
import { Payments, plan } from './payments.js';
import {
  amountOf,
  currencyOf,
  emailOf,
  type Fields,
  fieldsOf,
  metadataFrom,
  referenceOf,
  textOf,
  webAddress,
} from './request.js';
import { splitOf } from './subaccounts.js';

/** How long a scripted time-out keeps the caller waiting. */
const HANG_MS = 30_000;

/** Fail before anything is done, when the script wants that. @throws ProviderError or NoAnswer */
export function failBefore(mode: AcceptMode | undefined, hangMs = HANG_MS): void {
  if (mode === 'timeout') throw new NoAnswer(hangMs);
  if (mode === 'drop') throw new NoAnswer(0);
  if (mode === 'error-500') throw serverError();
  if (mode === 'error-429') throw new RateLimited();
}

/** Lose the answer after everything was done, when the script wants that. @throws ProviderError or NoAnswer */
export function failAfter(mode: AcceptMode | undefined, hangMs = HANG_MS): void {
  if (mode === 'timeout-after-accept') throw new NoAnswer(hangMs);
  if (mode === 'drop-after-accept') throw new NoAnswer(0);
  if (mode === 'error-500-after-accept') throw serverError();
}

/** Checks and writes down a new transaction, for the checkout page or for a direct charge. */
@Injectable()
export class NewTransaction {
  constructor(
    private readonly store: Store,
    private readonly scripts: Scripts,
    private readonly payments: Payments,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * @returns the transaction, saved, its script running
   * @throws ProviderError 400 for a bad field or a reference that is taken; whatever the script wants instead
   */
  create(fields: Fields, origin: Transaction['origin']): Transaction {
    const email = emailOf(fields);
    const amount = amountOf(fields.amount);
    const currency = currencyOf(fields);
    const reference = referenceOf(fields) ?? randomBytes(8).toString('hex');
    if (this.store.transactions.has(reference)) {
      throw new ProviderError(
        400,
        'Duplicate Transaction Reference',
        'duplicate_reference',
        'validation_error',
        'Try and create the Transaction or Charge with a new reference',
      );
    }
    const split = splitOf(this.store, fields, amount);
    const callbackUrl = webAddress(fields.callback_url);
    if (textOf(fields.callback_url) && !callbackUrl) {
      throw new ProviderError(400, 'Invalid callback url', 'invalid_params');
    }
    const wallet = fieldsOf(fields.mobile_money);
    const script = this.scripts.take(reference, {
      email,
      phone: textOf(wallet.phone),
      label: textOf(fields.label),
    });
    failBefore(script.initialize, script.hangMs);
    const transaction = this.write({
      email,
      amount,
      currency,
      reference,
      callbackUrl,
      split,
      fields,
      origin,
      script,
    });
    this.log.info('transaction made', { reference, origin, amount, currency });
    return transaction;
  }

  private write(input: {
    email: string;
    amount: number;
    currency: string;
    reference: string;
    callbackUrl: string | null;
    split: Split | null;
    fields: Fields;
    origin: Transaction['origin'];
    script: Script;
  }): Transaction {
    const { script, fields, origin } = input;
    const now = this.clock.now();
    const scripted = plan(script.timeline ?? [], now);
    const own =
      script.autoAfterMs === undefined
        ? []
        : [{ status: script.outcome ?? 'success', at: now + script.autoAfterMs }];
    const transaction: Transaction = {
      ...untouched(this.store.nextId(), input, new Date(now).toISOString()),
      origin,
      // The provider calls a payment abandoned from its first second until the payer does something.
      status: origin === 'checkout' ? 'abandoned' : 'ongoing',
      email: input.email,
      label: textOf(fields.label),
      metadata: metadataFrom(fields.metadata),
      callbackUrl: input.callbackUrl,
      channels: Array.isArray(fields.channels)
        ? fields.channels.filter((item) => typeof item === 'string')
        : [],
      channel: origin === 'charge' ? 'mobile_money' : 'card',
      steps: [...scripted, ...own].sort((a, b) => a.at - b.at),
      split: input.split,
      script,
    };
    this.store.saveTransaction(transaction);
    this.payments.armSteps(transaction);
    return transaction;
  }
}

/** A transaction that its payer has not touched. @param createdAt ISO 8601 */
export function untouched(
  id: number,
  asked: Pick<Transaction, 'reference' | 'currency'> & { amount: number },
  createdAt: string,
): Transaction {
  return {
    id,
    reference: asked.reference,
    accessCode: randomBytes(10).toString('hex').slice(0, 15),
    origin: 'checkout',
    status: 'abandoned',
    requestedAmount: asked.amount,
    paidAmount: null,
    currency: asked.currency,
    paidCurrency: asked.currency,
    email: '',
    label: null,
    metadata: null,
    callbackUrl: null,
    channels: [],
    channel: 'card',
    card: '4084084084084081',
    prompt: null,
    message: null,
    gatewayResponse: 'The transaction was not completed',
    fees: null,
    createdAt,
    paidAt: null,
    decisions: 0,
    verifications: 0,
    steps: [],
    dispute: null,
    split: null,
    script: {},
  };
}
