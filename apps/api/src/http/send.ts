import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { PublicBody } from '@abato/voting';

/** Sends an answer that was built once for all, or a 304. @param cache the header for caches on the way */
export async function sendPublicBody(reply: FastifyReply, body: PublicBody, cache: string): Promise<void> {
  const { headers } = reply.request;
  void reply.headers({ etag: body.etag, 'cache-control': cache, vary: 'accept-encoding, origin' });
  if (body.isKnown(headers['if-none-match'])) {
    await reply.status(304).send();
    return;
  }
  const { bytes, encoding } = body.encodedFor(headers['accept-encoding']?.toString());
  if (encoding) void reply.header('content-encoding', encoding);
  await reply.type('application/json; charset=utf-8').send(bytes);
}

/** The answer of a route whose file the browser saves under its name. */
export function fileOf(name: string, type: string, content: string | Buffer | Readable): StreamableFile {
  const options = { type, disposition: `attachment; filename="${name}"` };
  if (typeof content === 'string') return new StreamableFile(Buffer.from(content), options);
  return Buffer.isBuffer(content)
    ? new StreamableFile(content, options)
    : new StreamableFile(content, options);
}
