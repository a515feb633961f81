import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckpointSigner, openCheckpoint } from './checkpoint.js';
import { commitment } from './entry.js';
import { latestMinuteOfInclusion } from './log-batches.js';
import { leafHash, rootOf } from './merkle.js';
import { entryBundle, parseTilePath, type Tile, tilePath } from './tiles.js';
import { ReceiptSigner } from './receipt-statement.js';
import { TreeEdge } from './tree-edge.js';

it.each<[string, Tile]>([
  ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
  ['tile/0/273.p/112', { level: 0, index: 273, width: 112 }],
  ['tile/entries/x001/000', { level: 'entries', index: 1000, width: 256 }],
  ['tile/1/000.p/1', { level: 1, index: 0, width: 1 }],
])('the layout of tiles writes and reads %s', (path, tile) => {
  expect(tilePath(tile)).toBe(path);
  expect(parseTilePath(path)).toEqual(tile);
});

it.each([
  'tile/0/1',
  'tile/00/001',
  'tile/64/001',
  'tile/0/x000/001',
  'tile/0/001.p/0',
  'tile/0/001.p/256',
  'tile/0/001.p/01',
  'tile/0/x001',
  'tile/-1/001',
  'tile/entries/001/',
  'tile/0/../001',
])('the layout of tiles reads no tile from %s', (path) => expect(parseTilePath(path)).toBeNull());

it('the layout of tiles puts the length of each entry in front of it', () => {
  const long = Buffer.alloc(300, 'x');
  expect(entryBundle([Buffer.from('ab'), long])).toEqual(
    Buffer.concat([Buffer.from('\0\x02ab'), Buffer.from([1, 44]), long]),
  );
  expect(() => entryBundle([Buffer.alloc(65_536)])).toThrow(RangeError);
});

it('the edge of a tree has the root of all leaves however they were appended, also across full tiles', () => {
  const row = Array.from({ length: 66_000 }, (_, i) => leafHash(Buffer.from(String(i))));
  const edge = new TreeEdge(0, []);
  const nodes = [];
  for (const [index, leaf] of row.entries()) {
    nodes.push(...edge.append(leaf));
    if ([0, 1, 255, 256, 511, 65_535].includes(index))
      expect(edge.root()).toEqual(rootOf(row.slice(0, index + 1)));
  }
  expect(edge.root()).toEqual(rootOf(row));
  expect(nodes.filter(({ level }) => level === 1)).toHaveLength(257);
  expect(nodes.find(({ level }) => level === 2)).toEqual({
    level: 2,
    index: 0,
    hash: rootOf(row.slice(0, 65_536)),
  });
});

it('the edge of a tree is refused when a hash of it is missing or too many', () => {
  const hash = leafHash(Buffer.alloc(0));
  expect(() => new TreeEdge(2, [[hash]])).toThrow('level 0 has 1 hashes at the edge instead of 2');
  expect(() => new TreeEdge(256, [[], []])).toThrow('level 1');
  expect(() => new TreeEdge(0, [[], [hash]])).toThrow('level 1');
  expect(() => new TreeEdge(256, [[], [hash]])).not.toThrow();
});

/** Key and note of the examples of golang.org/x/mod/sumdb/note. */
const SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const NOTE =
  'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n\n' +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const signer = new CheckpointSigner(SEED.toString('base64'));
const head = { size: 3, root: leafHash(Buffer.alloc(0)) };

it('the format of checkpoints has the published key of a published seed, and opens the published note', () => {
  expect(signer.verifierKey('PeterNeumann')).toBe(KEY);
  expect(() => openCheckpoint(NOTE.replace('’', "'"), KEY)).not.toThrow();
});

it('the format of checkpoints opens what was signed, and nothing that was changed', () => {
  const note = signer.sign('vote.example/log/1', head);
  const key = signer.verifierKey('vote.example/log/1');
  expect(note).toMatch(/^vote\.example\/log\/1\n3\n[A-Za-z0-9+/]{43}=\n\n— vote\.example\/log\/1 \S+\n$/);
  expect(openCheckpoint(note, key)).toEqual({ ...head, origin: 'vote.example/log/1' });
  expect(() => openCheckpoint(note.replace('\n3\n', '\n4\n'), key)).toThrow('does not hold');
  expect(() => openCheckpoint(note, signer.verifierKey('vote.example/log/2'))).toThrow('does not hold');
  expect(() => openCheckpoint(note, key.replace('+', '+0'))).toThrow('not a key');
});

it('the signed statement of a receipt is the note that docs/trust.md shows, and opens with the key of the log', () => {
  const key = {
    PUBLIC_URL: 'https://vote.example',
    RESULT_DEADLINE_HOURS: 24,
    LOG_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const counted = {
    contestId: '01a1fd3f-6bee-7321-a744-7d319e22c28d',
    code: '0T4K-9QXT-7M3C',
    countedAt: new Date('2026-12-01T18:00:41Z'),
    end: new Date('2026-12-31T00:00:00Z'),
    commitment: commitment(Buffer.alloc(32, 1), 'voter', '+233241234567'),
  };
  const note = new ReceiptSigner(key).sign(counted) ?? '';
  const document = readFileSync(join(import.meta.dirname, '../../../docs/trust.md'), 'utf8');
  expect(document).toContain(note);
  const origin = `vote.example/log/${counted.contestId}`;
  const line = new CheckpointSigner(key.LOG_SIGNING_KEY).verifierKey(origin);
  expect(document).toContain(line);
  expect(openCheckpoint(note, line)).toMatchObject({ origin, size: NaN });
  const unnamed = new ReceiptSigner(key).sign({ ...counted, commitment: null });
  expect(unnamed?.split('\n').slice(0, 5)).toEqual([
    origin,
    'receipt',
    counted.code,
    '2026-12-01T18:16Z',
    '',
  ]);
  expect(new ReceiptSigner({ ...key, LOG_SIGNING_KEY: '' }).sign(counted)).toBeNull();
});

const bounds = { end: new Date('2026-11-27T18:00:00Z'), finalWithinMs: 24 * 3_600_000 };

it.each([
  ['of a vote in the first second of a minute', '2026-11-27T17:00:00.000Z', '2026-11-27T17:16Z'],
  ['of a vote in the last second of a minute', '2026-11-27T17:00:59.999Z', '2026-11-27T17:16Z'],
  ['of a vote at the end', '2026-11-27T18:00:00.000Z', '2026-11-27T18:16Z'],
  ['of a late proof waits for the final results', '2026-11-27T18:00:30.000Z', '2026-11-28T18:16Z'],
  ['of a return after the final results', '2026-12-24T09:30:00.000Z', '2026-12-24T09:46Z'],
])('the latest minute of inclusion %s', (_, countedAt, minute) =>
  expect(latestMinuteOfInclusion(new Date(countedAt), bounds)).toBe(minute),
);
