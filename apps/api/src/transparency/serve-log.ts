import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '@abato/contracts';
import { AppError } from '@abato/platform';
import { parseTilePath, type PublishedLog, type TileStore, type Witnesses } from '@abato/transparency';

const CHECKPOINT_CACHE = 'public, max-age=2';
/** A path with this many hashes or entries never has other bytes. */
const TILE_CACHE = 'public, max-age=31536000, immutable';

/** Files beside the tiles. Ours are every entry as one line, for people and spreadsheets, and the keys of witnesses. */
const NAMED = new Set(['checkpoint', 'key', 'entries.jsonl', 'witnesses']);
/** The newest checkpoint that a witness has cosigned, by the id of its key. */
const WITNESSED = /^witnessed\/([0-9a-f]{8})$/;

const NOT_PUBLISHED =
  'This contest has no public log: it does not exist, is a draft, or its results are hidden and not all of its entries are encrypted.';

interface Logs {
  published: PublishedLog;
  tiles: TileStore;
  witnesses: Witnesses;
}
type LogRequest = FastifyRequest<{ Params: { contestId: string; '*': string } }>;

/** Serves the public logs below `/log/`, as C2SP `tlog-tiles` says: https://c2sp.org/tlog-tiles */
export function serveLog(fastify: FastifyInstance, logs: Logs): void {
  fastify.get('/log/:contestId/*', (request: LogRequest, reply) => answer(logs, request.params, reply));
}

async function answer(
  { published, tiles, witnesses }: Logs,
  { contestId, '*': path }: LogRequest['params'],
  reply: FastifyReply,
): Promise<FastifyReply> {
  const tile = parseTilePath(path);
  const [, witness] = WITNESSED.exec(path) ?? [];
  if (!isUuid(contestId) || (!tile && !witness && !NAMED.has(path))) throw new AppError('NOT_FOUND');
  if (!(await published.isPublic(contestId))) throw new AppError('NOT_FOUND', { message: NOT_PUBLISHED });
  if (tile) {
    const bytes = (await tiles.read(contestId, tile)) ?? (await published.tile(contestId, tile));
    if (!bytes) throw new AppError('NOT_FOUND');
    return reply.type('application/octet-stream').header('cache-control', TILE_CACHE).send(bytes);
  }
  if (witness || path === 'witnesses') {
    const text = witness ? await witnesses.witnessed(contestId, witness) : witnesses.keys;
    if (text === null) throw new AppError('NOT_FOUND');
    return asText(reply).send(text);
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
  return asText(reply).send(path === 'key' ? `${checkpoint.verifierKey}\n` : checkpoint.note);
}

function asText(reply: FastifyReply): FastifyReply {
  return reply.type('text/plain; charset=utf-8').header('cache-control', CHECKPOINT_CACHE);
}
