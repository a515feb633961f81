import { AppError } from '@abato/domain';
import { ProviderError } from '@abato/payments';
import type { Logger } from '@abato/platform';

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
    return new AppError('OVERLOADED', {
      message: 'Very many people are paying right now. Please try again in a moment.',
      retryAfter: Math.min(error.details.retryAfter ?? 10, 60),
      cause: error,
    });
  }
  return new AppError('PROVIDER_UNAVAILABLE', { cause: error });
}
