import type { FastifyInstance } from 'fastify';
import { RouteConfig } from '@nestjs/platform-fastify';
import parseSafely from 'secure-json-parse';
import { AppError } from '@abato/platform';

/** Largest JSON body in bytes, unless the route says otherwise with `TakesBody`. */
export const JSON_BODY_BYTES = 16 * 1024;

/**
 * What a JSON body may hold.
 * @property levels objects and arrays inside each other, the body itself being the first
 * @property members keys of objects and elements of arrays in the whole body; an empty object or array counts as one of its own
 */
export interface JsonShape {
  levels: number;
  members: number;
}

/** No form of this API comes near: the largest has 12 keys on one level. */
const JSON_SHAPE: JsonShape = { levels: 8, members: 200 };

interface BodyConfig {
  bodyBytes?: number;
  rawBody?: boolean;
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
      const { rawBody } = request.routeOptions.config as BodyConfig;
      try {
        done(null, rawBody ? bytes : readJson(bytes));
      } catch (error) {
        done(error as AppError);
      }
    },
  );
}

/**
 * A body's object. Keys that would change a prototype are removed.
 * @throws AppError MALFORMED_REQUEST when it is no JSON object or beyond the limits of `JsonShape`
 */
export function readJson(bytes: Buffer | null): Record<string, unknown> {
  if (!bytes) throw new AppError('MALFORMED_REQUEST');
  checkShape(bytes, JSON_SHAPE);
  try {
    return parseSafely(bytes, { protoAction: 'remove', constructorAction: 'remove' }) as Record<
      string,
      unknown
    >;
  } catch (error) {
    throw new AppError('MALFORMED_REQUEST', { cause: error });
  }
}

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Look over the bytes once, without recursion, and end at the first that goes too far. Whether they are JSON is left to the parser: whatever
 * it accepts has been counted rightly here, because bytes of UTF-8 beyond ASCII are never one of the signs.
 * @throws AppError MALFORMED_REQUEST
 */
export function checkShape(bytes: Buffer, { levels, members }: JsonShape): void {
  let at = 0;
  while (isSpace(bytes[at])) at++;
  if (bytes[at] !== OPEN_OBJECT) throw new AppError('MALFORMED_REQUEST');
  let level = 0;
  let count = 0;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) count++;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      level++;
      count++;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) level--;
    else continue;
    if (level > levels || count > members) throw new AppError('MALFORMED_REQUEST');
  }
}

/** @returns where the text that begins at `start` has its closing quote, or the end of the bytes */
function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;
}
