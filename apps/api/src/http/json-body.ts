import type { FastifyInstance } from 'fastify';
import { RouteConfig } from '@nestjs/platform-fastify';
import parseSafely from 'secure-json-parse';
import { AppError, checkShape, type JsonShape } from '@abato/platform';

/** Largest JSON body in bytes, unless the route says otherwise with `TakesBody`. */
export const JSON_BODY_BYTES = 16 * 1024;
/** Of a form that may also be sent as a file: 10,000 characters have 60 KB when each is an escape of six signs. */
export const FORM_BODY_BYTES = 64 * 1024;

/** Unless the route says otherwise. No other form of this API comes near: the largest has 20 keys on one level. */
const JSON_SHAPE: JsonShape = { levels: 8, members: 200 };

interface BodyConfig {
  bodyBytes?: number;
  /** Most keys and entries of the JSON. */
  members?: number;
  rawBody?: boolean;
  /** The route takes a form (`application/x-www-form-urlencoded`) beside JSON. */
  takesForm?: boolean;
}

/**
 * The route takes larger bodies than others, or its JSON as bytes.
 * @param config.bodyBytes largest body; `rawBody` leaves the body a Buffer, unread; other settings of the route stand beside them,
 * because a route has one configuration
 */
export const TakesBody = (config: BodyConfig & Record<string, unknown>): MethodDecorator =>
  RouteConfig(config);

/**
 * The one place where bodies of all routes are read: JSON within its limits and nothing else, everything else is 415. It runs before
 * guards, transformers and validation, which may then be recursive. Multipart is added by `acceptMultipart`.
 */
export function acceptJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addHook('onRoute', (route) => {
    const { bodyBytes } = (route.config ?? {}) as BodyConfig;
    if (bodyBytes) route.bodyLimit = bodyBytes;
  });
  fastify.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: JSON_BODY_BYTES },
    (request, bytes, done) => {
      const { rawBody, members } = request.routeOptions.config as BodyConfig;
      // A larger form is for those who are signed in: without a token it is refused like any other body, before the guard looks.
      const isForm = members !== undefined && request.headers.authorization !== undefined;
      if (members !== undefined && !isForm && bytes.length > JSON_BODY_BYTES)
        return done(new AppError('BODY_TOO_LARGE'));
      try {
        done(null, rawBody ? bytes : readJson(bytes, isForm ? members : undefined));
      } catch (error) {
        done(error as AppError);
      }
    },
  );
}

/** Largest form in bytes, and its most fields: as JSON. */
const FORM_BYTES = JSON_BODY_BYTES;
const FORM_FIELDS = JSON_SHAPE.members;

/** Lets forms through to the routes that say `takesForm`, as objects of texts; elsewhere they are refused. Call it after `acceptJson`. */
export function acceptForms(fastify: FastifyInstance): void {
  fastify.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: FORM_BYTES },
    (request, bytes, done) => {
      const { takesForm } = request.routeOptions.config as BodyConfig;
      if (!takesForm) return done(new AppError('UNSUPPORTED_MEDIA_TYPE'));
      const fields = [...new URLSearchParams(bytes.toString('utf8'))];
      if (fields.length > FORM_FIELDS) return done(new AppError('MALFORMED_REQUEST'));
      // Without a prototype: a field may have any name.
      done(null, Object.assign(Object.create(null) as object, Object.fromEntries(fields)));
    },
  );
}

/**
 * A body's object. Keys that would change a prototype are removed.
 * @throws AppError MALFORMED_REQUEST when it is no JSON object or beyond the limits of `JsonShape`
 */
export function readJson(bytes: Buffer | null, members = JSON_SHAPE.members): Record<string, unknown> {
  if (!bytes) throw new AppError('MALFORMED_REQUEST');
  checkShape(bytes, { ...JSON_SHAPE, members });
  try {
    return parseSafely(bytes, { protoAction: 'remove', constructorAction: 'remove' }) as Record<
      string,
      unknown
    >;
  } catch (error) {
    throw new AppError('MALFORMED_REQUEST', { cause: error });
  }
}
