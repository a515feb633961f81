import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Actor } from '@abato/accounts';
import { AppError } from '@abato/platform';
import { TakesBody } from './json-body.js';
import { UploadQueue } from './upload-queue.js';

/** As much JSON as other forms; a longer list is sent as CSV. */
const JSON_BYTES = 64 * 1024;
const CSV_BYTES = 2 * 1024 * 1024;

/** Lets CSV through, unread, to the routes that say `AcceptsCsv`; elsewhere it is refused. */
export function acceptCsv(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('text/csv', (request, _payload, done) => {
    done(csvFieldOf(request) ? null : new AppError('UNSUPPORTED_MEDIA_TYPE'), undefined);
  });
}

/**
 * The route takes JSON, or one of its fields as `text/csv` of at most 2 MB. That is read after the access guard, so it needs the right to the
 * route, and once the queue of uploads has room.
 */
export function AcceptsCsv(csvField: string): MethodDecorator {
  return applyDecorators(
    TakesBody({ csvField, bodyBytes: JSON_BYTES }),
    ApiConsumes('application/json', 'text/csv'),
    UseInterceptors(CsvInterceptor),
  );
}

function csvFieldOf(request: FastifyRequest): string | undefined {
  return (request.routeOptions.config as { csvField?: string }).csvField;
}

@Injectable()
class CsvInterceptor implements NestInterceptor {
  constructor(private readonly queue: UploadQueue) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user: Actor }>();
    const field = csvFieldOf(request);
    if (!field || !request.headers['content-type']?.startsWith('text/csv')) return next.handle();
    return from(
      this.queue.run(request.user.id, async () => {
        // The rest of a request that was closed while it waited for its turn never comes.
        if (request.raw.destroyed) throw new AppError('MALFORMED_REQUEST');
        request.body = { [field]: await readText(request) };
        return lastValueFrom<unknown>(next.handle());
      }),
    );
  }
}

/** @throws AppError BODY_TOO_LARGE, MALFORMED_REQUEST for bytes that are no UTF-8 */
async function readText({ raw, headers }: FastifyRequest): Promise<string> {
  if (Number(headers['content-length']) > CSV_BYTES) throw new AppError('BODY_TOO_LARGE');
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The connection stays for the refusal of what is too long; the server throws the rest away.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > CSV_BYTES) throw new AppError('BODY_TOO_LARGE');
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new AppError('MALFORMED_REQUEST', { cause: error });
  }
}
