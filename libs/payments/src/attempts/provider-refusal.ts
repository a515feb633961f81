import { refusalTexts } from '@abato/contracts';
import { AppError, type Logger } from '@abato/platform';
import type { Payer } from '../limits/waiting-room.js';
import { ProviderError } from '../paystack/errors.js';
import type { PaystackClient } from '../paystack/paystack-client.js';
import type { CallPermit } from '../paystack/transport.js';

/**
 * A permit for one of our calls to the provider, for a payer. A refusal is no failure and is not logged: metrics count it as held
 * back.
 * @throws AppError OVERLOADED with the payer's position and the time to wait
 */
export async function permitFor(
  client: PaystackClient,
  call: 'initialize' | 'charge',
  payer: Payer,
): Promise<CallPermit> {
  return client.takePermit(call, payer).catch((error: unknown) => {
    throw error instanceof ProviderError ? forPayer(error) : error;
  });
}

/** The provider's window is a minute; after it a payer without a position may well be lucky. */
const LONGEST_WAIT_SECONDS = 60;
/** An estimate for a position is told as it is; beyond this no one waits. */
const LONGEST_QUEUE_SECONDS = 900;

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
    const { position } = error.details;
    const longest = position === undefined ? LONGEST_WAIT_SECONDS : LONGEST_QUEUE_SECONDS;
    const retryAfter = Math.max(1, Math.min(error.details.retryAfter ?? 10, longest));
    return new AppError('OVERLOADED', {
      message: refusalTexts.payment.busy(retryAfter),
      retryAfter,
      position,
      cause: error,
    });
  }
  return new AppError('PROVIDER_UNAVAILABLE', { cause: error });
}
