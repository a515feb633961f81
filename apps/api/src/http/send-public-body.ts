import type { FastifyReply } from 'fastify';
import type { PublicBody } from '@abato/voting';

/**
 * Send an answer that was built once for all, or a 304.
 * @param request what the request says about what it knows and takes
 * @param cache the header for caches on the way
 */
export async function sendPublicBody(
  reply: FastifyReply,
  body: PublicBody,
  request: { known: string | undefined; encodings: string | undefined },
  cache: string,
): Promise<void> {
  void reply.headers({ etag: body.etag, 'cache-control': cache, vary: 'accept-encoding, origin' });
  if (body.isKnown(request.known)) {
    await reply.status(304).send();
    return;
  }
  const { bytes, encoding } = body.encodedFor(request.encodings);
  if (encoding) void reply.header('content-encoding', encoding);
  await reply.type('application/json; charset=utf-8').send(bytes);
}
