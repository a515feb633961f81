/** A failure as the provider words it: an HTTP status, the documented error body, and headers. */
export class ProviderError extends Error {
  constructor(
    readonly httpStatus: number,
    message: string,
    readonly code = 'invalid_params',
    readonly type: 'api_error' | 'validation_error' = 'validation_error',
    readonly nextStep = 'Ensure that the value(s) you are passing are valid',
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  body(): Record<string, unknown> {
    const { message, nextStep, type, code } = this;
    return { status: false, message, meta: { nextStep }, type, code, errorCodeMappingNotFound: false };
  }
}

/** The connection ends without an answer: at once, or after the caller was kept waiting. */
export class NoAnswer extends Error {
  constructor(readonly afterMs: number) {
    super('No answer is given');
  }
}

/** A control call that makes no sense; `message` tells the author of the test what to change. */
export class ControlError extends Error {
  constructor(
    readonly httpStatus: number,
    message: string,
  ) {
    super(message);
  }
}

/** A field that is wrong: 400. */
export const invalid = (message: string, code?: string): ProviderError =>
  new ProviderError(400, message, code);

/** The provider's server error. */
export function serverError(httpStatus = 500): ProviderError {
  const message = 'An error occurred while processing your request';
  const nextStep = 'Please try again later or contact support';
  return new ProviderError(httpStatus, message, 'unknown', 'api_error', nextStep);
}

/** Too many calls. @param headers those of the provider's test mode with the window just begun, unless a limit is really counted */
export function rateLimited(
  headers: Record<string, string> = {
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '60',
  },
): ProviderError {
  const nextStep = 'Wait a few minutes and try the API call again';
  return new ProviderError(429, 'Rate limit exceeded!', 'rate_limited', 'api_error', nextStep, headers);
}
