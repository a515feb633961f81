import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '@abato/contracts';
import { AppError, type Logger } from '@abato/platform';
import { parseTilePath, type PublishedLog } from '@abato/transparency';
import { ERROR_STATUS } from '../http/error-status.js';
import { errorBody, logRefusal, toAppError } from '../http/error.filter.js';

const CHECKPOINT_CACHE = 'public, max-age=2';
/** A path with this many hashes or entries never has other bytes. */
const TILE_CACHE = 'public, max-age=31536000, immutable';

/** Files beside the tiles. The last is ours: every entry as one line, for people and spreadsheets. */
const NAMED = new Set(['checkpoint', 'key', 'entries.jsonl']);

const NOT_PUBLISHED =
  'This contest has no public log: it does not exist, is a draft, or its results are hidden.';

type LogRequest = FastifyRequest<{ Params: { contestId: string; '*': string } }>;

/** Serves the public logs below `/log/`, as C2SP `tlog-tiles` says: https://c2sp.org/tlog-tiles */
export function serveLog(fastify: FastifyInstance, published: PublishedLog, log: Logger): void {
  fastify.get('/log/:contestId/*', async (request: LogRequest, reply) => {
    try {
      return await answer(published, request.params, reply);
    } catch (error) {
      const refusal = toAppError(error);
      logRefusal(log, { error, refusal, requestId: request.id, route: request.routeOptions.url });
      return reply
        .status(ERROR_STATUS[refusal.code])
        .header('cache-control', 'no-store')
        .send(errorBody(refusal, request.id));
    }
  });
}

async function answer(
  published: PublishedLog,
  { contestId, '*': path }: LogRequest['params'],
  reply: FastifyReply,
): Promise<FastifyReply> {
  const tile = parseTilePath(path);
  if (!isUuid(contestId) || (!tile && !NAMED.has(path))) throw new AppError('NOT_FOUND');
  if (!(await published.isPublic(contestId))) throw new AppError('NOT_FOUND', { message: NOT_PUBLISHED });
  if (tile) {
    const bytes = await published.tile(contestId, tile);
    if (!bytes) throw new AppError('NOT_FOUND');
    return reply.type('application/octet-stream').header('cache-control', TILE_CACHE).send(bytes);
  }
  const checkpoint = await published.checkpoint(contestId);
  if (!checkpoint) throw new AppError('NOT_FOUND');
  if (path === 'entries.jsonl') {
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="log-${contestId}-${checkpoint.size}.jsonl"`)
      .header('cache-control', CHECKPOINT_CACHE)
      .send(Readable.from(published.lines(contestId, checkpoint.size)));
  }
  return reply
    .type('text/plain; charset=utf-8')
    .header('cache-control', CHECKPOINT_CACHE)
    .send(path === 'key' ? `${checkpoint.verifierKey}\n` : checkpoint.note);
}
