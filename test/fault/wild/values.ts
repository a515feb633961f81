import { gzipSync, deflateSync, brotliCompressSync } from 'node:zlib';
import fc from 'fast-check';

/** What all three doors are offered: values and bytes that have broken something somewhere before. */

/** Words of a text, for lists of them. */
export const words = (text: string): string[] => text.split(/\s+/);
const depth = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** JSON texts of one value, so that numbers beyond what JavaScript holds, and repeated keys, can be written too. */
export const jsonText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'null',
      'true',
      'false',
      '""',
      '" "',
      '[]',
      '{}',
      '0',
      '-0',
      '-1',
      '1',
      '2',
      '0.5',
      '1.0',
      '1e2',
      '100000',
      '100001',
      '1e400',
      '-1e400',
      '9007199254740993',
      '99999999999999999999',
      '1e-400',
      '1E5',
      '"1"',
      '"0x10"',
      '"NaN"',
      '"undefined"',
      '"__proto__"',
      '"constructor"',
      '"10000"',
      '"GHS"',
      '"\\u0000"',
      '"a\\u0000b"',
      '"\\ud800"',
      '"\\udc00\\ud800"',
      '"\\uffff"',
      '"\\u202e"',
      '"\\r\\nX: y"',
      '"\'; DROP TABLE votes; --"',
      '"%"',
      '"_%\\\\"',
      '"../../etc/passwd"',
      '"#{7*7}"',
      '"<script>"',
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"toString":1}',
      '{"a":1,"a":2}',
      '{"length":-1}',
      '{"then":1}',
      '{"toJSON":1}',
      '{"$ne":null}',
      '[null]',
      '[[],{}]',
      '"2026-99-99T99:99:99Z"',
      '"9999-12-31T23:59:59+23:59"',
      '"+233241234567"',
      '" 0 2 4 1 2 3 4 5 6 7"',
      '"00000000-0000-0000-0000-000000000000"',
      '"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.uuid().map((id) => JSON.stringify(id)) },
  { weight: 1, arbitrary: fc.constantFrom(2, 50, 1_000, 20_000).map(depth) },
  { weight: 1, arbitrary: fc.constantFrom(300, 5_000, 60_000).map((length) => `"${'a'.repeat(length)}"`) },
);

/** What happens to a body on its way. `same` is the most frequent, so that much gets past the first check. */
export const damage: fc.Arbitrary<(body: Buffer) => Buffer> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((body: Buffer) => body) },
  // Cut off.
  {
    weight: 1,
    arbitrary: fc
      .double({ min: 0, max: 1, noNaN: true })
      .map((part) => (body: Buffer) => body.subarray(0, Math.floor(body.length * part))),
  },
  // One byte is another.
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255))
      .map(([place, byte]) => (body: Buffer) => {
        const changed = Buffer.from(body);
        if (changed.length) changed[Math.min(changed.length - 1, Math.floor(changed.length * place))] = byte;
        return changed;
      }),
  },
  // Something before or after it.
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', '\ufeff', ' \r\n\t', '\u0000', '//', '['),
        fc.constantFrom('', '}', ' \n', '\u0000', 'x', ',{}', '/**/'),
      )
      .map(
        ([before, after]) =>
          (body: Buffer) =>
            Buffer.from(before + body.toString('utf8') + after),
      ),
  },
  // Other alphabets of bytes.
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      (body: Buffer) => Buffer.from(body.toString('utf8'), 'utf16le'),
      (body: Buffer) => Buffer.from(body.toString('utf8'), 'utf16le').swap16(),
      (body: Buffer) => Buffer.from(body.toString('utf8'), 'latin1'),
      (body: Buffer) => Buffer.concat([body, Buffer.from([0xc0, 0x80, 0xff, 0xfe, 0xed, 0xa0, 0x80])]),
    ),
  },
  // Something else altogether.
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => () => Buffer.from(bytes)),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', '{', '[1,', '"', '{"a":1}x', '{]', '[[[[[[[[[[', 'null', '7', 'undefined', '{"a"}')
      .map((text) => () => Buffer.from(text)),
  },
);

/** A body that no route takes: too large, or so deep that a careless reader would overflow its stack. */
export const oversize: fc.Arbitrary<Buffer> = fc.constantFrom(
  Buffer.from(`{"event":"x","data":"${'y'.repeat(300_000)}"}`),
  Buffer.from(depth(100_000)),
  Buffer.from('{"a":'.repeat(50_000)),
  Buffer.alloc(600_000, 32),
);

/** How a body may say that it is packed, and whether it is. A small packed body that would be 20 MB is among them. */
const bomb = gzipSync(Buffer.alloc(20_000_000, 32));
export const packing: fc.Arbitrary<{ encoding: string | undefined; pack: (body: Buffer) => Buffer }> =
  fc.oneof(
    { weight: 20, arbitrary: fc.constant({ encoding: undefined, pack: (body: Buffer) => body }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        { encoding: 'gzip', pack: (body: Buffer) => gzipSync(body) },
        { encoding: 'gzip', pack: (body: Buffer) => body },
        { encoding: 'gzip', pack: () => bomb },
        { encoding: 'deflate', pack: (body: Buffer) => deflateSync(body) },
        { encoding: 'br', pack: (body: Buffer) => brotliCompressSync(body) },
        { encoding: 'gzip, gzip', pack: (body: Buffer) => gzipSync(gzipSync(body)) },
        { encoding: 'identity', pack: (body: Buffer) => body },
        { encoding: 'nonsense', pack: (body: Buffer) => body },
        { encoding: undefined, pack: (body: Buffer) => gzipSync(body) },
      ),
    },
  );

export const contentType: fc.Arbitrary<string | undefined> = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      undefined,
      'application/json; charset=utf-8',
      'application/json; charset=utf-16',
      'application/json;charset="',
      'APPLICATION/JSON',
      'application/vnd.api+json',
      'application/jsonx',
      'application/json, text/plain',
      'text/plain',
      'text/html',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'nonsense',
      ';',
      '/',
    ),
  },
);

/** Headers that programs and proxies send, and that attackers do. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    ...words(`accept accept-encoding accept-language authorization cookie expect forwarded if-none-match
      origin range referer te traceparent user-agent via x-forwarded-for x-forwarded-proto
      x-http-method-override x-real-ip x-request-id __proto__`),
  ),
  fc.oneof(
    fc.constantFrom(
      '',
      'nonsense',
      '*/*;q=9',
      'Bearer ',
      'Bearer x.y.z',
      'DELETE',
      '127.0.0.1',
      '::1, 10.0.0.1',
      'bytes=9-1',
      '00-00000000000000000000000000000000-0000000000000000-01',
      '\u00ff\u00fe',
      'null',
      'a'.repeat(4_000),
    ),
    fc.string({
      unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
      maxLength: 40,
    }),
  ),
  { maxKeys: 3, noNullPrototype: true },
);
