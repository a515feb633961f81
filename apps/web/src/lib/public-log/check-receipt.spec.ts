import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { canonical } from '@abato/verifier/entry.mjs';
import { expect, it, jest } from '@jest/globals';
import { checkReceipt, opensFor } from './check-receipt';
import { isLogOf } from './checkpoint';
import { tilePath } from './tiles';

/** The tree, written once more as RFC 6962 §2.1 defines it: recursively, over all leaves. */
const hash = (...parts: (Uint8Array | string)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest();
const leafOf = (entry: object) => hash(Uint8Array.of(0), canonical({ ...entry }));
function rootOf(leaves: Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0] as Buffer;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hash(Uint8Array.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

const CONTEST = '01a1fd3f-6bee-7321-a744-7d319e22c28d';
const ORIGIN = `vote.example/log/${CONTEST}`;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

function typedKey(key: KeyObject): Buffer {
  return Buffer.concat([Buffer.of(1), Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url')]);
}
const idOf = (name: string, typed: Buffer) => hash(`${name}\n`, typed).subarray(0, 4);
const keyLine = (key = publicKey, name = ORIGIN) =>
  `${name}+${idOf(name, typedKey(key)).toString('hex')}+${typedKey(key).toString('base64')}`;

function signedNote(size: number, root: Buffer, signer = privateKey): string {
  const text = `${ORIGIN}\n${size}\n${root.toString('base64')}\n`;
  const signature = Buffer.concat([idOf(ORIGIN, typedKey(publicKey)), sign(null, Buffer.from(text), signer)]);
  return `${text}\n— ${ORIGIN} ${signature.toString('base64')}\n`;
}

/** A log with the files that it publishes. */
function aLog(size: number, special: Record<number, Record<string, unknown>> = {}) {
  const entries = Array.from(
    { length: size },
    (_, nr): Record<string, unknown> =>
      special[nr] ?? {
        votes: (nr % 5) + 1,
        kind: 'free',
        v: 1,
        nr,
      },
  );
  const leaves = entries.map(leafOf);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (let level = 0, row: Buffer[] = leaves; row.length > 0; level += 1) {
    for (let index = 0; index * 256 < row.length; index += 1) {
      const hashes = row.slice(index * 256, index * 256 + 256);
      files.set(tilePath(level, index, size), new Uint8Array(Buffer.concat(hashes)));
    }
    row = Array.from({ length: Math.floor(row.length / 256) }, (_, nr) =>
      rootOf(row.slice(nr * 256, nr * 256 + 256)),
    );
  }
  const root = rootOf(leaves);
  const read = jest.fn((path: string) => {
    const file = files.get(path);
    return file ? Promise.resolve(file) : Promise.reject(new Error(`${path} is not there`));
  });
  const receipt = (index: number, change = {}) => ({
    contestId: CONTEST,
    index,
    entry: entries[index] as Record<string, string | number>,
    later: [] as { index: number; entry: Record<string, string | number> }[],
    reveals: [] as { index: number; entry: Record<string, string | number> }[],
    checkpoint: signedNote(size, root),
    key: keyLine(),
    ...change,
  });
  return { entries, files, root, read, receipt };
}

it.each([
  [1, [0]],
  [2, [0, 1]],
  [255, [0, 254]],
  [256, [0, 255]],
  [257, [0, 255, 256]],
  [1000, [0, 511, 512, 767, 768, 999]],
])(
  'a receipt checked in the browser of a log of %d entries leads to the signed root from every place',
  async (size, places) => {
    const { read, receipt } = aLog(size);
    for (const index of places) {
      expect(await checkReceipt(receipt(index), read)).toMatchObject({
        included: true,
        signature: 'HOLDS',
        size,
      });
    }
  },
);

it('a receipt checked in the browser of a log of 66000 entries reads few of its files, each once', async () => {
  const { read, receipt } = aLog(66_000);
  for (const index of [0, 65_535, 65_536, 65_999])
    expect((await checkReceipt(receipt(index), read)).included).toBe(true);
  read.mockClear();
  await checkReceipt(receipt(40_000), read);
  expect(read.mock.calls.length).toBeLessThanOrEqual(6);
  expect(new Set(read.mock.calls.map(([path]) => path)).size).toBe(read.mock.calls.length);
});

it('a receipt checked in the browser is refused with another entry, another place, another tile or another root', async () => {
  const { entries, files, read, receipt } = aLog(700);
  const check = async (change: object) => (await checkReceipt(receipt(300, change), read)).included;
  expect(await check({})).toBe(true);
  expect(await check({ entry: { ...entries[300], votes: 99 } })).toBe(false);
  expect(await check({ index: 301 })).toBe(false);
  expect(await check({ checkpoint: signedNote(700, hash('other')) })).toBe(false);
  expect(await check({ later: [{ index: 5, entry: entries[5] }] })).toBe(true);
  expect(await check({ later: [{ index: 5, entry: entries[6] }] })).toBe(false);
  files.set('tile/0/000', new Uint8Array(256 * 32));
  expect(await check({})).toBe(true);
  files.set('tile/0/001', new Uint8Array(256 * 32));
  expect(await check({})).toBe(false);
});

it('a receipt checked in the browser is refused when the checkpoint was signed by another key, has no signature, or is of another log', async () => {
  const { root, read, receipt } = aLog(3);
  const other = generateKeyPairSync('ed25519');
  const signature = async (change: object) => (await checkReceipt(receipt(1, change), read)).signature;
  expect(await signature({ checkpoint: signedNote(3, root, other.privateKey) })).toBe('WRONG');
  expect(await signature({ checkpoint: `${ORIGIN}\n3\n${root.toString('base64')}\n\n` })).toBe('WRONG');
  expect(await signature({ key: keyLine(other.publicKey) })).toBe('WRONG');
  await expect(signature({ key: keyLine(publicKey, 'other.example/log/1') })).rejects.toThrow('another log');
  await expect(signature({ contestId: '01a1fd3f-6bee-7321-a744-000000000000' })).rejects.toThrow(
    'another log',
  );
  await expect(signature({ key: keyLine().replace(/\+[0-9a-f]{8}\+/, '+00000000+') })).rejects.toThrow(
    'not that of its name',
  );
});

it.each([
  [true, ORIGIN, 'vote.example'],
  [false, `new.${ORIGIN}`, 'vote.example'],
  [false, `vote.example:8443/log/${CONTEST}`, 'vote.example'],
  [false, 'vote.example/log/2', 'vote.example'],
  // A development's page and log have no name, or several.
  [true, ORIGIN, '192.168.1.5:3000'],
  [true, `localhost:3000/log/${CONTEST}`, 'preview.example'],
  [false, 'localhost:3000/log/2', 'localhost:3000'],
])('a receipt checked in the browser is that of its log: %s for %s on the page of %s', (is, origin, host) => {
  const checkpoint = { origin, size: 0, root: new Uint8Array(32), signature: 'HOLDS' } as const;
  expect(isLogOf(checkpoint, CONTEST, host)).toBe(is);
});

it('a receipt checked in the browser says that the browser cannot check a signature, and checks the root all the same', async () => {
  const { read, receipt } = aLog(3);
  const importKey = jest
    .spyOn(crypto.subtle, 'importKey')
    .mockRejectedValue(new DOMException('Unrecognized name.', 'NotSupportedError'));
  try {
    expect(await checkReceipt(receipt(1), read)).toMatchObject({
      included: true,
      signature: 'UNSUPPORTED',
    });
  } finally {
    importKey.mockRestore();
  }
});

it('a receipt checked in the browser of an encrypted entry says what it counts for with the key of the log, and with no other', async () => {
  // The example of ADR 111.
  const hidden = {
    v: 1,
    kind: 'paid',
    minute: '2026-11-22T21:35Z',
    hidden: 'AQEBAQEBAQEBAQEBAQEBAUw25sFqWNXJ1ehj+0dEOwh1RUfshyT6cD5W4QEQZmn9',
    hiddenBy: '+EnWcyX6zwQXe8ZjstxUQFGDHFie9YHUEvLrpEg053w=',
  };
  const key = { v: 1, kind: 'reveal', key: 'BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=' };
  const { read, receipt } = aLog(9, { 3: hidden, 7: key });
  const check = async (change: object) => checkReceipt(receipt(3, change), read);
  expect(await check({})).toMatchObject({ included: true, entries: [hidden] });
  expect(await check({ reveals: [{ index: 7, entry: key }] })).toMatchObject({
    included: true,
    entries: [{ kind: 'paid', contestant: '0199aaaa-0000-7000-8000-000000000001', votes: 5, amount: 500 }],
  });
  const other = { ...key, key: Buffer.alloc(32, 6).toString('base64') };
  expect(await check({ reveals: [{ index: 7, entry: other }] })).toMatchObject({
    included: false,
    entries: [hidden],
  });
});

it('a receipt checked in the browser has the names of the list before the vote, all of whose parts must be in the log', async () => {
  const idOf = (name: string) => `00000000-0000-7000-8000-0000000000${name}`;
  const part = (nr: number, id: string, name: string) => ({
    v: 2,
    kind: 'roster',
    minute: '2026-11-22T21:35Z',
    part: nr,
    parts: 2,
    categories: nr === 1 ? [{ name: 'Singer', id: idOf('a1') }] : [],
    contestants: [{ name, id: idOf(id), code: '4821', categoryId: idOf('a1') }],
  });
  const [one, two] = [part(1, 'c1', 'Ama'), part(2, 'c2', 'Kofi')];
  const { read, receipt } = aLog(9, { 3: one, 4: two });
  const check = async (index: number, roster: { index: number; entry: object }[]) => {
    const { included, roster: found } = await checkReceipt(receipt(index, { roster }), read);
    return { included, names: found && [...found.contestants.values()].map(({ name }) => name) };
  };
  const parts = [
    { index: 3, entry: one },
    { index: 4, entry: two },
  ];
  expect(await check(6, parts)).toEqual({ included: true, names: ['Ama', 'Kofi'] });
  expect(await check(6, [])).toEqual({ included: true, names: null });
  expect(await check(6, parts.slice(0, 1))).toEqual({ included: true, names: null });
  expect(await check(6, parts.toReversed())).toEqual({ included: true, names: null });
  // After the vote.
  expect(await check(2, parts)).toEqual({ included: true, names: null });
  const renamed = { ...two, contestants: part(2, 'c2', 'Yaw').contestants };
  expect((await check(6, parts.with(1, { index: 4, entry: renamed }))).included).toBe(false);
  expect(canonical({ b: { d: 1, c: 2 }, a: [{ y: null, x: [2, 1] }] })).toBe(
    '{"a":[{"x":[2,1],"y":null}],"b":{"c":2,"d":1}}',
  );
});

it('a receipt checked in the browser of which a later entry takes votes back must name the vote, and a restored vote its reversal', async () => {
  const later = (kind: string, of?: number) => ({ v: 2, kind, votes: 1, ...(of !== undefined && { of }) });
  const isOwn = async (...kinds: Parameters<typeof later>[]) => {
    const entries = kinds.map((one) => later(...one));
    const { read, receipt } = aLog(9, { 5: entries[0] ?? {}, 6: entries[1] ?? {} });
    const logged = entries.map((entry, nr) => ({ index: 5 + nr, entry }));
    return (await checkReceipt(receipt(3, { later: logged }), read)).isOwn;
  };
  expect(await isOwn()).toBeNull();
  expect(await isOwn(['reversal'])).toBeNull();
  expect(await isOwn(['reversal', 3])).toBe(true);
  expect(await isOwn(['reversal', 3], ['restore', 5])).toBe(true);
  expect(await isOwn(['reversal', 2])).toBe(false);
  expect(await isOwn(['reversal', 3], ['restore', 3])).toBe(false);
});

it('a receipt checked in the browser is opened for the voter’s number or the receipt code by the salt, and for no other', async () => {
  // The test vectors of docs/log-format.md.
  const salt = Buffer.alloc(32, 7);
  const voter = 'vrDviyCBcQofi9xKJeGR/x/PTvGdezAbIygOvj+yLPo=';
  const ballot = 'jG+wbaffdHzXdgKECjYiVhR6FkeoF3daVV73XAVXiMk=';
  expect(opensFor('voter', '+233241234567', salt.toString('base64'), voter)).toBe(true);
  expect(opensFor('voter', '+233241234568', salt.toString('base64'), voter)).toBe(false);
  expect(opensFor('voter', '+233241234567', Buffer.alloc(32, 8).toString('base64'), voter)).toBe(false);
  expect(opensFor('voter', '+233241234567', '*', voter)).toBe(false);
  const { read, receipt } = aLog(3, { 1: { v: 2, kind: 'free', ballot } });
  const isForCode = async (change: object) => (await checkReceipt(receipt(1, change), read)).isForCode;
  expect(await isForCode({ code: '0T4K-9QXT-7M3C' })).toBeNull();
  expect(await isForCode({ code: '0T4K-9QXT-7M3C', salt: salt.toString('base64') })).toBe(true);
  expect(await isForCode({ code: '0T4K-9QXT-7M3D', salt: salt.toString('base64') })).toBe(false);
});
