type ErrorType = 'api_error' | 'validation_error' | 'processor_error';

/** A failure as the provider words it: an HTTP status and the documented error body. */
export class ProviderError extends Error {
  constructor(
    readonly httpStatus: number,
    message: string,
    readonly code: string,
    readonly type: ErrorType = 'validation_error',
    readonly nextStep = 'Ensure that the value(s) you are passing are valid',
  ) {
    super(message);
  }

  body(): Record<string, unknown> {
    return {
      status: false,
      message: this.message,
      meta: { nextStep: this.nextStep },
      type: this.type,
      code: this.code,
      errorCodeMappingNotFound: false,
    };
  }
}

/** The connection dies without an answer: at once, or after the caller was kept waiting. */
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

/** The provider's server error. */
export function serverError(httpStatus = 500): ProviderError {
  return new ProviderError(
    httpStatus,
    'An error occurred while processing your request',
    'unknown',
    'api_error',
    'Please try again later or contact support',
  );
}

/** Too many calls: 429, with the headers that say how long to wait. */
export class RateLimited extends ProviderError {
  /** @param headers those of the provider's test mode with the window just begun, unless a limit is really counted */
  constructor(
    readonly headers: Record<string, string> = {
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '60',
    },
  ) {
    super(
      429,
      'Rate limit exceeded!',
      'rate_limited',
      'api_error',
      'Wait a few minutes and try the API call again',
    );
  }
}
