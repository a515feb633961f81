/** A call that is refused: an HTTP status, the JSON that is answered, and headers. */
export class Refusal extends Error {
  constructor(
    readonly httpStatus: number,
    readonly body: { status: false; message: string; [more: string]: unknown },
    readonly headers: Record<string, string> = {},
  ) {
    super(body.message);
  }
}

/** A control call that makes no sense; `message` tells the author of the test what to change. */
export class ControlError extends Refusal {
  constructor(httpStatus: number, message: string) {
    super(httpStatus, { status: false, message });
  }
}

/** A failure as the provider words it. */
export class ProviderError extends Refusal {
  constructor(
    httpStatus: number,
    message: string,
    code = 'invalid_params',
    type: 'api_error' | 'validation_error' = 'validation_error',
    nextStep = 'Ensure that the value(s) you are passing are valid',
    headers: Record<string, string> = {},
  ) {
    const more = { meta: { nextStep }, type, code, errorCodeMappingNotFound: false };
    super(httpStatus, { status: false, message, ...more }, headers);
  }
}

/** The connection ends without an answer. */
export class NoAnswer extends Error {}

/** A field that is wrong: 400. */
export const invalid = (message: string, code?: string): ProviderError =>
  new ProviderError(400, message, code);

/** The provider's server error. */
export function serverError(httpStatus = 500): ProviderError {
  const message = 'An error occurred while processing your request';
  const nextStep = 'Please try again later or contact support';
  return new ProviderError(httpStatus, message, 'unknown', 'api_error', nextStep);
}

/** Too many calls. */
export function rateLimited(headers: Record<string, string>): ProviderError {
  const nextStep = 'Wait a few minutes and try the API call again';
  return new ProviderError(429, 'Rate limit exceeded!', 'rate_limited', 'api_error', nextStep, headers);
}

/** The provider's headers of a rate limit. */
export const limitHeaders = (limit: number, remaining: number, resetMs: number): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(Math.max(0, remaining)),
  'x-ratelimit-reset': String(Math.ceil(resetMs / 1000)),
});
