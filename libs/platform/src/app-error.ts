import { ERROR_MESSAGES, type ErrorCode, type FieldError } from '@abato/contracts';

interface AppErrorOptions {
  /** In place of the code's own. */
  message?: string;
  errors?: FieldError[];
  retryAfter?: number;
  position?: number;
  cause?: unknown;
}

/**
 * A refusal with a code of the closed list; the API turns the code into a status. The message is fit to show to a person.
 */
export class AppError extends Error {
  readonly errors?: FieldError[];
  /** Seconds until the same request may succeed. */
  readonly retryAfter?: number;
  /** Place in the waiting room, from 1. */
  readonly position?: number;

  /** @param given options, or a message in place of the code's own */
  constructor(
    readonly code: ErrorCode,
    given: AppErrorOptions | string = {},
  ) {
    const options: AppErrorOptions = typeof given === 'string' ? { message: given } : given;
    super(options.message ?? ERROR_MESSAGES[code], { cause: options.cause });
    this.name = 'AppError';
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
    this.position = options.position;
  }

  /** All wrong fields in `errors`, the first as the message. */
  static validation(errors: FieldError[]): AppError {
    return new AppError('VALIDATION_FAILED', { message: errors[0]?.message, errors });
  }
}
