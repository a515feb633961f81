import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { failureView, isUuid } from '@abato/contracts';
import { AppError, type Logger } from '@abato/platform';
import { parseTilePath, type PublishedLog, type TileStore, type Witnesses } from '@abato/transparency';
import { refuserOf } from '../http/error.filter.js';
import { type Access, ACCESS_EXTENSION } from '../access/access.decorators.js';
import { exampleOf, openApiOf } from '../open-api/schema.js';

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
export function serveLog(fastify: FastifyInstance, logs: Logs, log: Logger): void {
  fastify.get('/log/:contestId/*', { errorHandler: refuserOf(log) }, (request: LogRequest, reply) =>
    answer(logs, request.params, reply),
  );
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

interface LogFile {
  /** Below `/log/{contestId}/`. */
  path: string;
  summary: string;
  description: string;
  type?: 'application/octet-stream' | 'application/x-ndjson';
  example?: string;
}

const NOTE =
  'vote.example/log/…\n1024\nmXmKT4tqP8JvHTWQKqqZzNvd7AlmJaXzBmV2Yj9rY0k=\n\n— vote.example/log/… …\n';
const ENTRY =
  '{"amount":0,"cast":"2026-12-01T18:00Z","channel":"web","contestant":"01a1fd3f-6bee-7321-a744-7d319e22c28d","kind":"free","minute":"2026-12-01T18:00Z","v":2,"voter":"mXmKT4tqP8JvHTWQKqqZzNvd7AlmJaXzBmV2Yj9rY0k=","votes":1}\n';
const N = 'N is written in groups of three digits, all but the last with x before it: x001/x234/067';

const FILES: readonly LogFile[] = [
  {
    path: 'checkpoint',
    summary: 'Read the checkpoint of a public log',
    description:
      'Returns the newest signed note: origin, number of entries and root, with the cosignatures of witnesses.',
    example: NOTE,
  },
  {
    path: 'entries.jsonl',
    summary: 'Download all entries of a public log',
    description: 'Returns every entry that the newest checkpoint covers, one a line.',
    type: 'application/x-ndjson',
    example: ENTRY,
  },
  {
    path: 'key',
    summary: 'Read the key of a public log',
    description: 'Returns the line that checks the signatures of the newest checkpoint: name, id, key.',
    example: 'vote.example/log/…+1a2b3c4d+…\n',
  },
  {
    path: 'tile/entries/{N}',
    summary: 'Read a bundle of entries',
    description: `Returns up to 256 entries, each after its length in two bytes. ${N}; a partial bundle of W entries ends with .p/W.`,
    type: 'application/octet-stream',
  },
  {
    path: 'tile/{L}/{N}',
    summary: 'Read a tile of hashes',
    description: `Returns up to 256 hashes of level L, 32 bytes each. ${N}; a partial tile of W hashes ends with .p/W.`,
    type: 'application/octet-stream',
  },
  {
    path: 'witnessed/{witness}',
    summary: 'Read the newest cosigned checkpoint',
    description:
      'Returns the newest checkpoint that a witness has cosigned. A witness is named by the 8 digits of its key’s id.',
    example: NOTE,
  },
  {
    path: 'witnesses',
    summary: 'List the witnesses of a public log',
    description: 'Returns the keys of the witnesses that the operator knows, a line each.',
    example: 'witness.example+1a2b3c4d+…\n',
  },
];

/** What is served below `/log` (serve-log.ts), for the document of the API: the framework knows nothing of these routes. The format itself: docs/log-format.md. */
export function logPaths(): OpenAPIObject['paths'] {
  const refusal = {
    description: 'No public log (a draft, a rehearsal, a deleted contest), or no such file of it',
    content: { 'application/json': { schema: openApiOf(failureView), example: exampleOf(failureView) } },
  };
  return Object.fromEntries(
    FILES.map(({ path, summary, description, type = 'text/plain', example = '' }) => {
      const format = type === 'application/octet-stream' ? { format: 'binary' } : {};
      const operation = {
        [ACCESS_EXTENSION]: 'public' satisfies Access,
        operationId: `Log.${path.replaceAll(/\W+(\w)?/g, (_, next?: string) => next?.toUpperCase() ?? '')}`,
        parameters: ['contestId', ...path.matchAll(/\{(\w+)\}/g)].map((name) => ({
          name: typeof name === 'string' ? name : (name[1] ?? ''),
          in: 'path' as const,
          required: true,
          schema: { type: 'string' as const },
        })),
        responses: {
          200: {
            description: 'A file',
            content: { [type]: { schema: { type: 'string' as const, ...format }, example } },
          },
          default: refusal,
        },
        summary,
        description,
        tags: ['public log'],
      };
      return [`/log/{contestId}/${path}`, { get: operation }];
    }),
  );
}
