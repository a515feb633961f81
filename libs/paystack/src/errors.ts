/** How a call to the provider ended when it did not end well; what may be done next depends on nothing else. */
export type ProviderFailure =
  /** Refused for good: the same call will be refused again, nothing happened. */
  | 'rejected'
  /** Our limit is used up; nothing happened. */
  | 'rate-limited'
  /** Nothing was sent: no connection. */
  | 'unreachable'
  /** The provider does not know the reference (it says so with 400 or 404). */
  | 'not-found'
  /** Sent, and no usable answer: it may have happened. */
  | 'unknown';

interface ProviderErrorDetails {
  /** HTTP status, when there was an answer. */
  status?: number;
  /** The provider's own code, for example `duplicate_reference`. */
  code?: string;
  /** The state in the answer's data, where it has one although the call was refused. */
  dataStatus?: string;
  /** Seconds until a call may succeed again. */
  retryAfter?: number;
  /** In the waiting room, from 1. */
  position?: number;
  cause?: unknown;
}

/** A failed call. Carries the provider's words, which name no person, and never a body or a header. */
export class ProviderError extends Error {
  constructor(
    readonly failure: ProviderFailure,
    message: string,
    readonly details: ProviderErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ProviderError';
  }
}

/** How calls end in metrics: as they failed, but a refusal says whether it is of our account, of one payer, or for another reason. */
export const CALL_OUTCOMES = [
  'ok',
  'rejected',
  'unauthorized',
  'declined',
  'rate-limited',
  'unreachable',
  'not-found',
  'unknown',
  'held-back',
];

/** Fields of a payment that are the payer's own. */
const OF_THE_PAYER = /\b(e-?mail|phone|mobile number)\b/i;

/** What a failed call is counted as. @returns one of `CALL_OUTCOMES` */
export function outcomeOf({ failure, message, details }: ProviderError): string {
  if (details.status === 401 || details.status === 403) return 'unauthorized';
  const ofPayer = details.dataStatus === 'failed' || OF_THE_PAYER.test(message);
  return failure === 'rejected' && ofPayer ? 'declined' : failure;
}

/** Our references are 128 random bits: a duplicate is our own earlier call, whose answer was lost. */
export function duplicateIsUnknown(error: unknown): never {
  if (!(error instanceof ProviderError) || error.details.code !== 'duplicate_reference') throw error;
  throw new ProviderError('unknown', error.message, error.details);
}

/** Codes of connection failures that come before anything was sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** What `fetch` threw, as a failed call. */
export function connectionError(error: unknown): ProviderError {
  const cause = (error as { cause?: { code?: string } }).cause;
  const code = cause?.code ?? (error as { code?: string }).code;
  if (NEVER_SENT.has(code ?? ''))
    return new ProviderError('unreachable', `no connection (${code})`, { cause: error });
  const timedOut = (error as Error).name === 'TimeoutError';
  return new ProviderError('unknown', timedOut ? 'no answer in time' : 'the connection broke', {
    cause: error,
  });
}
