import type { CallHandler } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Actor } from '@abato/accounts';
import { AppError } from '@abato/platform';
import type { UploadQueue } from './upload-queue.js';

export type GuardedRequest = FastifyRequest & { user: Actor };

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
      return lastValueFrom<unknown>(next.handle());
    }),
  );
}
