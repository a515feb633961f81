import fc from 'fast-check';
import { bytesOf } from './records.js';
import type { WildRequest } from './send.js';
import { contentType, oddHeaders, packing } from './values.js';

const CAST_PATHS = [
  ...Array<string>(30).fill('/api/votes/cast'),
  '/api/votes/cast?',
  '/api/votes/cast?a=b&a[]=c',
  '/api/votes/cast/',
  '//api/votes/cast',
  '/api//votes/cast',
  '/api/votes/%63ast',
  '/API/VOTES/CAST',
  '/api/votes/cast%00',
  '/api/votes/./cast',
  '/api/votes/cast;x=1',
  '/api/votes/cast#x',
  '/api/votes/cast%2f',
  '/api/x/../votes/cast',
  '/api/votes/cast%',
  '/api/votes/castx',
];

/** @param votes votes that would be taken; @param keys idempotency keys, few enough that they meet */
export function casts(
  votes: fc.Arbitrary<Record<string, unknown>>,
  keys: readonly string[],
): fc.Arbitrary<WildRequest> {
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 3, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: fc.constantFrom(...keys) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', 'x', '0'.repeat(36), `${keys[0]} `, `{${keys[0]}}`, 'a'.repeat(4_000)),
    },
  );
  return fc
    .record({
      body: bytesOf(votes),
      key,
      contentType,
      packing,
      oddHeaders,
      chunked: fc.boolean(),
      path: fc.constantFrom(...CAST_PATHS),
      method: fc.constantFrom(
        ...Array<string>(40).fill('POST'),
        'PUT',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'QUERY',
      ),
    })
    .map(
      ({
        body,
        key: idempotency,
        contentType: type,
        packing: { encoding, pack },
        oddHeaders: odd,
        ...rest
      }) => ({
        ...rest,
        headers: {
          ...odd,
          ...(type !== undefined && { 'content-type': type }),
          ...(encoding !== undefined && { 'content-encoding': encoding }),
          ...(idempotency !== undefined && { 'idempotency-key': idempotency }),
        },
        body: pack(body),
      }),
    );
}

/** Bytes that are hardly HTTP: written to a connection of their own. */
export const hardlyHttp: fc.Arbitrary<Buffer> = fc
  .record({
    line: fc.constantFrom(
      'POST /api/votes/cast HTTP/1.1',
      'POST /api/votes/cast HTTP/9.9',
      'POST  HTTP/1.1',
      'GET /socket.io/ HTTP/1.1',
      'POST /api/payments/paystack/webhook HTTP/1.0',
      'PRI * HTTP/2.0',
      '\x16\x03\x01',
      '',
      'POST /\x00 HTTP/1.1',
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      'GET /socket.io/?EIO=x&transport=polling&sid=x HTTP/1.1',
    ),
    headers: fc.array(
      fc.constantFrom(
        'Host: x',
        'Host: x',
        'Host: a\r\nHost: b',
        'Content-Length: 5',
        'Content-Length: -1',
        'Content-Length: 9e9',
        'Content-Length: 5\r\nContent-Length: 6',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: x, chunked',
        'Content-Length: 3\r\nTransfer-Encoding: chunked',
        'Connection: Upgrade\r\nUpgrade: websocket',
        ' folded: x',
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
        'Sec-WebSocket-Key: \x7f',
        'Content-Type: application/json',
        `X: ${'y'.repeat(20_000)}`,
        'no colon',
        'Expect: 200-nonsense',
        'A\x00: b',
      ),
      { maxLength: 5 },
    ),
    body: fc.oneof(
      fc.constantFrom(
        '',
        '{"a":',
        '5\r\nabcde\r\n0\r\n\r\n',
        'ffffffffffffffff\r\nx',
        '-1\r\n',
        '\x81\xff\xff\xff',
      ),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    ),
  })
  .map(({ line, headers, body }) =>
    Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n${body}`, 'latin1'),
  );
