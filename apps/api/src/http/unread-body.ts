import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ApiConsumes } from '@nestjs/swagger';
import fastifyMultipart from '@fastify/multipart';
import type { Actor } from '@abato/accounts';
import type { FieldRule, Rules } from '@abato/contracts';
import { AppError } from '@abato/platform';
import { FORM_BODY_BYTES, readJson, TakesBody } from './json-body.js';
import { UploadQueue } from './upload-queue.js';

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
function readBody(
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

/** Largest picture taken, in bytes (specification §5: up to 5 MB). */
const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
/** With the picture at most 7 MB per form: 10,000 characters, the longest description, take up to 40 KB. */
const LIMITS = { fileSize: MAX_UPLOAD_BYTES, files: 2, fields: 30, parts: 32, fieldSize: FORM_BODY_BYTES };

/** What a route says about its form. */
interface Form {
  rules: Rules;
  fileField: string;
  /** Of its longest field. */
  bodyBytes: number;
  members?: number;
}

/** Lets multipart bodies through, unread, to the routes that say `AcceptsMultipart`; elsewhere they are refused. */
export async function acceptMultipart(fastify: FastifyInstance): Promise<void> {
  await fastify.register(fastifyMultipart, { limits: LIMITS });
  fastify.addHook('preValidation', (request, _reply, done) => {
    done(request.isMultipart() && !formOf(request) ? new AppError('UNSUPPORTED_MEDIA_TYPE') : undefined);
  });
}

/**
 * The route takes JSON or multipart. A multipart body becomes the object that JSON would have been: decimal strings are
 * numbers and exactly `true`/`false` booleans where the rules say so; the picture is under its field as a Buffer. A file that has a rule
 * is base64 as in JSON, with `<field>Name` and `<field>Type` beside it.
 * @param size of a form that is larger than the others, as in `TakesBody`
 * It is read after the access guard, so an upload needs the right to it, and once the queue has room for its bytes.
 */
export function AcceptsMultipart(
  rules: Rules,
  fileField: string,
  size: { bodyBytes: number; members?: number } = { bodyBytes: FORM_BODY_BYTES },
): MethodDecorator {
  return applyDecorators(
    TakesBody({ multipart: { rules, fileField, ...size } satisfies Form, ...size }),
    ApiConsumes('multipart/form-data', 'application/json'),
    UseInterceptors(MultipartInterceptor),
  );
}

function formOf(request: FastifyRequest): Form | undefined {
  return (request.routeOptions.config as { multipart?: Form }).multipart;
}

@Injectable()
class MultipartInterceptor implements NestInterceptor {
  constructor(private readonly queue: UploadQueue) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const form = formOf(request);
    if (!form || !request.isMultipart()) return next.handle();
    return readBody(this.queue, request, next, () => readForm(request, form));
  }
}

async function readForm(request: FastifyRequest, form: Form): Promise<object> {
  const { rules, fileField, bodyBytes: fieldSize, members } = form;
  const fields = new Map<string, unknown>();
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fieldSize } })) {
      const { fieldname } = part;
      if (part.type === 'file') {
        if (fieldname !== fileField || fields.has(fieldname)) {
          // The parser waits until a file has been read; one that no field takes is dropped chunk by chunk.
          part.file.resume();
          continue;
        }
        const bytes = await part.toBuffer();
        if (!bytes.length) continue;
        if (!Object.hasOwn(rules, fieldname)) fields.set(fieldname, bytes);
        else {
          fields.set(fieldname, bytes.toString('base64'));
          fields.set(`${fieldname}Name`, part.filename);
          fields.set(`${fieldname}Type`, part.mimetype);
        }
      } else if (Object.hasOwn(rules, fieldname)) {
        fields.set(fieldname, fromText(rules[fieldname] as FieldRule, part.value, members));
      }
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError('UPLOAD_TOO_LARGE', { cause: error });
    if (code?.endsWith('_LIMIT')) throw new AppError('BODY_TOO_LARGE', { cause: error });
    throw new AppError('MALFORMED_REQUEST', { cause: error });
  }
  return Object.fromEntries(fields);
}

/** What JSON would have said; text that is not of the rule's type stays text, and the rule's own message refuses it. */
function fromText(rule: FieldRule, value: unknown, members?: number): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (rule.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : value;
  if (rule.type === 'number' || rule.type === 'integer') {
    return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : value;
  }
  if (rule.type === 'list' && text) return fromJson(text, members) ?? value;
  return value;
}

function fromJson(text: string, members?: number): unknown {
  try {
    return readJson(Buffer.from(`{"list":${text}}`), members)['list'];
  } catch {
    return undefined;
  }
}

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
