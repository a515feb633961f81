import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LocalFileStore, PICTURE_CACHE, type S3FileStore } from '@abato/contests';
import { AppError, type Logger } from '@abato/platform';
import { refuserOf } from './error.filter.js';

/** Only what a store of ours may hold; nothing with a slash or a dot in front ever reaches it. */
const NAME = /^[\w-]+\.(webp|jpg)$/;
const CONTENT_TYPE: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg' };
/** A moved bucket is found again after this long. */
const REDIRECT_CACHE = 'public, max-age=86400';

/** Serves what was uploaded below `/uploads/`, wherever it lies. */
export async function servePictures(
  fastify: FastifyInstance,
  store: LocalFileStore | S3FileStore,
  log: Logger,
): Promise<void> {
  if (store instanceof LocalFileStore) {
    await fastify.register(fastifyStatic, {
      root: store.folder,
      prefix: '/uploads/',
      decorateReply: false,
      immutable: true,
      maxAge: '365d',
      index: false,
    });
    return;
  }
  fastify.get<{ Params: { name: string } }>(
    '/uploads/:name',
    { errorHandler: refuserOf(log) },
    (request, reply) => sendFrom(store, request.params.name, request, reply),
  );
}

async function sendFrom(
  store: S3FileStore,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [, extension = ''] = NAME.exec(name) ?? [];
  const contentType = CONTENT_TYPE[extension];
  if (!contentType) throw new AppError('NOT_FOUND');
  const elsewhere = store.publicUrlOf(name);
  if (elsewhere) return reply.header('cache-control', REDIRECT_CACHE).redirect(elsewhere, 302);
  const tag = `"${name}"`;
  const headers = { 'cache-control': PICTURE_CACHE, etag: tag };
  // The name identifies the bytes: a client that has them need not ask the store.
  if (request.headers['if-none-match']?.includes(tag)) return reply.status(304).headers(headers).send();
  const bytes = await store.read(name);
  if (!bytes) throw new AppError('NOT_FOUND');
  return reply.headers(headers).type(contentType).send(bytes);
}
