import { hash } from 'node:crypto';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { type Actor, Requests } from '@abato/accounts';
import { type ErrorBody, IDEMPOTENCY_HEADER, type SuccessBody } from '@abato/contracts';
import { AppError } from '@abato/platform';
import { ENVELOPE, type Envelope, wrap } from './envelope.interceptor.js';
import { ERROR_STATUS } from './error-status.js';
import { errorBody, toAppError } from './error.filter.js';
import { type GuardedRequest, isUnread } from './unread-body.js';

export const KEY_EXTENSION = 'x-idempotency-key';
const KEY_USE = 'idempotency';
type KeyUse = 'own' | 'repeatable';
const keyUse = (use: KeyUse): MethodDecorator =>
  applyDecorators(SetMetadata(KEY_USE, use), ApiExtension(KEY_EXTENSION, use));

/**
 * The shared mechanism leaves this route alone: it has a rule of its own for keys (casts), it only reads, or its answer holds what must not be
 * kept (tokens of sessions, recovery codes, what a reveal shows), and sending it again does no harm.
 */
export const OwnKeys = () => keyUse('own');
/** Its own rules make a second run harmless, also after the first has committed a part: it leads to the same payment. */
export const Repeatable = () => keyUse('repeatable');

/**
 * Every write may carry an `Idempotency-Key`: it is done once, and the same request gets the first answer again (ADR 196). After the access
 * guard, so that a key opens nothing that its sender may not do, and before validation. A body that is read late (`readBody`) is waited for,
 * because the key stands for its content too.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly requests: Requests,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context
      .switchToHttp()
      .getRequest<GuardedRequest & { user?: Actor; headers: Record<string, string | undefined> }>();
    const key = request.headers?.[IDEMPOTENCY_HEADER];
    const envelope = this.reflector.get<Envelope | undefined>(ENVELOPE, context.getHandler());
    const use = this.reflector.get<KeyUse | undefined>(KEY_USE, context.getHandler());
    if (key === undefined || request.method === 'GET' || envelope?.kind !== 'data' || use === 'own') {
      return next.handle();
    }
    const { statusCode } = context.switchToHttp().getResponse<{ statusCode: number }>();
    request.once = async (work) => {
      let first: { answer: unknown } | { error: unknown } | undefined;
      const kept = await this.requests.once(
        {
          accountId: request.user?.id ?? null,
          key,
          content: contentOf(request),
          isRepeatable: use === 'repeatable',
        },
        async () => {
          try {
            const answer = await work();
            first = { answer };
            return { status: statusCode, body: wrap(envelope, answer), isLasting: true };
          } catch (error) {
            first = { error };
            const refusal = toAppError(error);
            const status = ERROR_STATUS[refusal.code];
            const isLasting = status < 500 && refusal.retryAfter === undefined;
            return { status, body: errorBody(refusal, request.id), isLasting };
          }
        },
      );
      if (first && 'error' in first) throw first.error;
      return first ? first.answer : again(kept.body as SuccessBody<unknown> | ErrorBody);
    };
    if (isUnread(request)) return next.handle();
    return from(request.once(() => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}

/** The kept answer, as the handler gave it. @throws AppError the kept refusal */
function again(body: SuccessBody<unknown> | ErrorBody): unknown {
  if (body.success) return body.data;
  throw new AppError(body.code, body);
}

function contentOf({ method, url, body }: GuardedRequest): string {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) => [
    name,
    Buffer.isBuffer(value) ? hash('sha256', value) : value,
  ]);
  return JSON.stringify([method, url, fields]);
}
