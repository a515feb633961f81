import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { type Page, pageAt, pageOf, success } from '@abato/contracts';

/** One page of a list as a controller returns it. */
export interface Listed<T> {
  items: T[];
  total: number;
  page: Page;
}

/** The page of a list that a query asks for. */
export async function listed<T>(
  query: { page: number; pageSize: number },
  read: (page: Page) => Promise<{ items: T[]; total: number }>,
): Promise<Listed<T>> {
  const page = pageAt(query.page, query.pageSize);
  return { ...(await read(page)), page };
}

/** How the answer of a route is wrapped; set by the decorators that describe the answer. */
export interface Envelope {
  kind: 'data' | 'page';
  message?: string;
}
export const ENVELOPE = 'envelope';
export const Enveloped = (envelope: Envelope): MethodDecorator => SetMetadata(ENVELOPE, envelope);

/** Wraps what a controller returns: `{ success: true, data }`, and `pagination` for a page. Other routes answer as they are. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const envelope = this.reflector.get<Envelope | undefined>(ENVELOPE, context.getHandler());
    if (!envelope) return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    // A handler that has sent its answer itself returns nothing.
    return next.handle().pipe(map((answer: unknown) => (reply.sent ? answer : wrap(envelope, answer))));
  }
}

/** The body that an answer becomes. */
export function wrap({ kind, message }: Envelope, answer: unknown): object | undefined {
  if (kind === 'data') return success(answer ?? null, message);
  const { items, page, total } = answer as Listed<unknown>;
  return pageOf(items, page, total);
}
