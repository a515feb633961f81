import {
  applyDecorators,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import fastifyMultipart from '@fastify/multipart';
import type { FieldRule, Rules } from '@abato/contracts';
import { AppError } from '@abato/platform';
import { TakesBody } from './json-body.js';

/** Largest picture taken, in bytes (specification §5: up to 5 MB). */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
/** Such a form as JSON: a description of 10,000 characters has 60 KB when each is written as `\uXXXX`. */
const JSON_BYTES = 64 * 1024;
/** A form has a handful of fields; more is no form of ours. */
const LIMITS = { fileSize: MAX_UPLOAD_BYTES, files: 2, fields: 30, parts: 32, fieldSize: 256 * 1024 };

/** Lets multipart bodies through, unread, to the routes that say `AcceptsMultipart`; elsewhere they are refused. */
export async function acceptMultipart(fastify: FastifyInstance): Promise<void> {
  await fastify.register(fastifyMultipart, { limits: LIMITS });
  fastify.addHook('preValidation', (request, _reply, done) => {
    const config = request.routeOptions.config as { multipart?: boolean };
    done(request.isMultipart() && !config.multipart ? new AppError('UNSUPPORTED_MEDIA_TYPE') : undefined);
  });
}

/**
 * The route takes JSON or multipart. A multipart body becomes the object that JSON would have been: decimal strings are
 * numbers and exactly `true`/`false` booleans where the rules say so; the picture stands under its field as a Buffer.
 * It is read after the access guard, so an upload needs the right to it.
 */
export function AcceptsMultipart(rules: Rules, fileField: string): MethodDecorator {
  return applyDecorators(
    TakesBody({ multipart: true, bodyBytes: JSON_BYTES }),
    ApiConsumes('multipart/form-data', 'application/json'),
    UseInterceptors(new MultipartInterceptor(rules, fileField)),
  );
}

class MultipartInterceptor implements NestInterceptor {
  constructor(
    private readonly rules: Rules,
    private readonly fileField: string,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.isMultipart()) request.body = await readForm(request, this.rules, this.fileField);
    return next.handle();
  }
}

async function readForm(request: FastifyRequest, rules: Rules, fileField: string): Promise<object> {
  const fields = new Map<string, unknown>();
  try {
    for await (const part of request.parts()) {
      const { fieldname } = part;
      if (part.type === 'file') {
        // Every file is read to its end, also an unexpected one: the parser waits for it.
        const bytes = await part.toBuffer();
        if (fieldname === fileField && bytes.length) fields.set(fieldname, bytes);
      } else if (Object.hasOwn(rules, fieldname)) {
        fields.set(fieldname, fromText(rules[fieldname] as FieldRule, part.value));
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
export function fromText(rule: FieldRule, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (rule.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : value;
  if (rule.type === 'number' || rule.type === 'integer') {
    return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : value;
  }
  return value;
}
