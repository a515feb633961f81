import type { CallHandler } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Actor } from '@abato/accounts';
import { AppError } from '@abato/platform';
import type { UploadQueue } from './upload-queue.js';

export type GuardedRequest = FastifyRequest & {
  user: Actor;
  /** Does work once for the request's Idempotency-Key; set where it has one. */
  once?: (work: () => Promise<unknown>) => Promise<unknown>;
};

/** Whether `readBody` is going to read the body. */
export function isUnread(request: FastifyRequest): boolean {
  return request.isMultipart() || Boolean(request.headers['content-type']?.startsWith('text/csv'));
}

/**
 * Read a body that the server has left unread, and handle the request: after the access guard, and once the queue has room. Its bytes are in
 * memory until the handler has ended, so the handler runs within the queue's bound too.
 * @throws AppError of the queue; MALFORMED_REQUEST for a request that was closed while it waited for its turn: the rest of it never comes
 */
export function readBody(
  queue: UploadQueue,
  request: GuardedRequest,
  next: CallHandler,
  read: () => Promise<object>,
): Observable<unknown> {
  return from(
    queue.run(request.user.id, async () => {
      if (request.raw.destroyed) throw new AppError('MALFORMED_REQUEST');
      request.body = await read();
      const work = () => lastValueFrom<unknown>(next.handle());
      return request.once ? request.once(work) : work();
    }),
  );
}
