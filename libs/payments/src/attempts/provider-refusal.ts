import { AppError, type Logger } from '@abato/platform';
import { ProviderError } from '../paystack/errors.js';
import type { PaystackClient } from '../paystack/paystack-client.js';
import type { CallPlace } from '../paystack/transport.js';

/**
 * A place among our calls to the provider, for somebody who wants to pay. A refusal is no failure and is not logged: metrics count
 * it as held back.
 * @throws AppError OVERLOADED with the time to wait
 */
export async function placeFor(client: PaystackClient, call: 'initialize' | 'charge'): Promise<CallPlace> {
  return client.takePlace(call).catch((error: unknown) => {
    throw error instanceof ProviderError ? forPayer(error) : error;
  });
}

/** What a failed first call means: for the attempt's row, and for the payer. */
export interface Refusal {
  state: 'INIT_UNKNOWN' | 'FAILED_INIT';
  message: string;
  error: AppError;
}

/**
 * Only a call that certainly did nothing ends the attempt. Everything else stays watched: the provider may know the payment.
 * @throws whatever is no failed call
 */
export function refusalOf(error: unknown, log: Logger): Refusal {
  if (!(error instanceof ProviderError)) throw error;
  const { failure, message, details } = error;
  log.warn({ failure, reason: message, status: details.status, code: details.code }, 'provider call failed');
  const known = failure !== 'unknown';
  return { state: known ? 'FAILED_INIT' : 'INIT_UNKNOWN', message, error: forPayer(error) };
}

function forPayer(error: ProviderError): AppError {
  if (error.failure === 'rejected') return new AppError('PROVIDER_REJECTED', { cause: error });
  if (error.failure === 'rate-limited') {
    const retryAfter = Math.max(1, Math.min(error.details.retryAfter ?? 10, 60));
    return new AppError('OVERLOADED', {
      message: `Very many people are paying right now. Please try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
      retryAfter,
      cause: error,
    });
  }
  return new AppError('PROVIDER_UNAVAILABLE', { cause: error });
}
