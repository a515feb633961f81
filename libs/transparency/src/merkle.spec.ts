import fc from 'fast-check';
import { join } from 'node:path';
import { consistencyProof, leafHash, type ReadHashes, rootOf, type TreeHead } from './merkle.js';
import { hashesOf } from '../test/log-folder.js';
import { seedOf } from '../../../test/support/seed.js';

/** Independent of the code under test. */
const VERIFIER = join(import.meta.dirname, '../../../apps/verifier/src/consistency.mjs');
const { isConsistent } = (await import(VERIFIER)) as {
  isConsistent: (older: TreeHead, newer: TreeHead, proof: readonly Buffer[]) => boolean;
};

fc.configureGlobal({ seed: seedOf('merkle') });

/** The tree that implementations of Certificate Transparency are tested with. */
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const leaves = ENTRIES.map((entry) => leafHash(Buffer.from(entry, 'hex')));
const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'));

it('the tree of the published vectors has the published roots at every size', () => {
  expect(rootOf([]).toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(hex(ENTRIES.map((_entry, i) => rootOf(leaves.slice(0, i + 1))))).toEqual(ROOTS);
});

it('the tree of the published vectors has the published proofs', async () => {
  const read = hashesOf(leaves);
  expect(hex(await consistencyProof(read, 1, 8))).toEqual([
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ]);
  expect(hex(await consistencyProof(read, 6, 8))).toEqual([
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ]);
});

/** A tree, a smaller one from 1 on, and a leaf of it. */
const aTree = fc.integer({ min: 1, max: 70 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    older: fc.integer({ min: 1, max: size }),
    index: fc.integer({ min: 0, max: size - 1 }),
  }),
);
const rowOf = (size: number) => Array.from({ length: size }, (_, i) => leafHash(Buffer.from(`entry ${i}`)));

it('a proof of any tree shows that it continues an older one, and not one with another history', async () => {
  await fc.assert(
    fc.asyncProperty(aTree, async ({ size, older, index }) => {
      const row = rowOf(size);
      const newer = { size, root: rootOf(row) };
      const head = { size: older, root: rootOf(row.slice(0, older)) };
      const proof = await consistencyProof(hashesOf(row), older, size);
      expect(isConsistent(head, newer, proof)).toBe(true);
      const other = row.with(index % older, leafHash(Buffer.from('changed'))).slice(0, older);
      expect(isConsistent({ size: older, root: rootOf(other) }, newer, proof)).toBe(false);
      expect(isConsistent(head, newer, [...proof, head.root])).toBe(false);
    }),
  );
});

it('a proof of consistency from stored tiles holds, and takes few reads', async () => {
  const leaves = Array.from({ length: 70_000 }, (_, nr) => leafHash(Buffer.from(String(nr))));
  const small = [1, 2, 3, 255, 256, 257, 512, 600];
  const pairs: [number, number][] = small.flatMap((size, nr) =>
    small.slice(0, nr + 1).map((older): [number, number] => [older, size]),
  );
  pairs.push([65_537, 69_999]);
  for (const [older, size] of pairs) {
    let reads = 0;
    const read: ReadHashes = (...range) => {
      reads++;
      return hashesOf(leaves)(...range);
    };
    const [before, after] = [older, size].map((end) => ({ size: end, root: rootOf(leaves.slice(0, end)) }));
    const proof = await consistencyProof(read, older, size);
    expect(before && after && isConsistent(before, after, proof)).toBe(true);
    expect(reads).toBeLessThanOrEqual(40);
  }
  await expect(consistencyProof(() => Promise.resolve([]), 0, 1)).rejects.toThrow(RangeError);
});
