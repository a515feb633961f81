import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_MESSAGES, type ErrorBody, type ErrorCode } from '@abato/contracts';
import { AppError, type Logger, LOGGER } from '@abato/platform';
import { ERROR_STATUS } from './error-status.js';

/** Codes for refusals that the framework itself makes, by status. */
const CODE_BY_STATUS: Record<number, ErrorCode> = {
  400: 'MALFORMED_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
};

/** PostgreSQL and network failures that pass by themselves: the client may try again. 25006: a standby that is not promoted yet. */
const PASSING_FAILURE = /^(08|25006|53|57P|55P03|40001|40P01)|^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT)$/;

/** Turns whatever was thrown into the one failure body. Internals stay in the log, under the request id. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    refuserOf(this.log)(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/** Answers an error with the one failure body: also the `errorHandler` of routes that are not Nest's. */
export function refuserOf(log: Logger) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = toAppError(error);
    logRefusal(log, { error, refusal, requestId: request.id, route: request.routeOptions?.url });
    if (refusal.retryAfter !== undefined)
      void reply.header('retry-after', String(Math.ceil(refusal.retryAfter)));
    const status = ERROR_STATUS[refusal.code];
    void reply.status(status).header('cache-control', 'no-store').send(errorBody(refusal, request.id));
  };
}

/** What an operator needs to know of a failure: all of what should not happen, a line for what passes by itself. */
export function logRefusal(
  log: Logger,
  of: { error: unknown; refusal: AppError; requestId: string; route: string | undefined },
): void {
  const { error, refusal, requestId, route } = of;
  const status = ERROR_STATUS[refusal.code];
  if (status === 503) log.warn({ reason: (error as Error).message, requestId }, 'request refused');
  else if (status >= 500) log.error({ err: error, requestId, route }, 'request failed');
}

/** The one failure body. */
export function errorBody(refusal: AppError, requestId: string): ErrorBody {
  return {
    success: false,
    message: refusal.message,
    code: refusal.code,
    ...(refusal.errors && { errors: refusal.errors }),
    ...(refusal.retryAfter !== undefined && { retryAfter: refusal.retryAfter }),
    ...(refusal.position !== undefined && { position: refusal.position }),
    requestId,
  };
}

/** @returns the error as it is answered, also of routes that run before Nest */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HttpException)
    return new AppError(CODE_BY_STATUS[error.getStatus()] ?? 'INTERNAL', { cause: error });
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string };
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return new AppError(CODE_BY_STATUS[statusCode] ?? 'MALFORMED_REQUEST', { cause: error });
  }
  if (
    PASSING_FAILURE.test(code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated/.test(message ?? '')
  ) {
    return new AppError('UNAVAILABLE', { retryAfter: 2, cause: error });
  }
  return new AppError('INTERNAL', { message: ERROR_MESSAGES.INTERNAL, cause: error });
}
