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
import type { Observable } from 'rxjs';
import { AppError } from '@abato/platform';
import { FORM_BODY_BYTES, TakesBody } from './json-body.js';
import { type GuardedRequest, readBody } from './unread-body.js';
import { UploadQueue } from './upload-queue.js';

/** A list that is too long for JSON is sent as CSV. */
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
    TakesBody({ csvField, bodyBytes: FORM_BODY_BYTES }),
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
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const field = csvFieldOf(request);
    if (!field || !request.headers['content-type']?.startsWith('text/csv')) return next.handle();
    return readBody(this.queue, request, next, async () => ({ [field]: await readText(request) }));
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
