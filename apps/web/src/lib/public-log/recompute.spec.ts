import { createHash } from 'node:crypto';
import { canonical } from '@abato/verifier/entry.mjs';
import { expect, it } from '@jest/globals';
import { recompute } from './recompute';
import { tilePath } from './tiles';

/** An id as logs have them, from two hexadecimal digits. */
const idOf = (name: string) => `00000000-0000-7000-8000-0000000000${name}`;

/** The tree, written once more as RFC 6962 §2.1 defines it. */
const hash = (...parts: (Uint8Array | string)[]): Buffer =>
  parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest();
function rootOf(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return hash();
  if (leaves.length === 1) return leaves[0] as Buffer;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hash(Uint8Array.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

type Entry = Record<string, unknown>;
const vote = (nr: number): Entry => ({
  v: 1,
  kind: nr % 4 ? 'paid' : 'manual',
  contestant: `c${nr % 3}`,
  votes: 2,
  amount: 200,
});
const votes = (count: number): Entry[] => Array.from({ length: count }, (_, nr) => vote(nr));

/** @param published differs from what was signed */
function aLog(entries: Entry[], published = entries) {
  const texts = entries.map((entry) => Buffer.from(canonical(entry)));
  const root = new Uint8Array(rootOf(texts.map((text) => hash(Uint8Array.of(0), text))));
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (let index = 0; index * 256 < published.length; index += 1) {
    const bundle = published.slice(index * 256, index * 256 + 256).flatMap((entry) => {
      const text = Buffer.from(canonical(entry));
      return [Buffer.from([text.length >> 8, text.length & 255]), text];
    });
    files.set(tilePath('entries', index, entries.length), new Uint8Array(Buffer.concat(bundle)));
  }
  const read = (path: string) => Promise.resolve(files.get(path) ?? new Uint8Array());
  return { head: { size: entries.length, root }, read };
}

it.each([0, 1, 255, 256, 257, 1_800])(
  'a log added up in the browser of %d entries leads to the signed root',
  async (count) => {
    const { head, read } = aLog(votes(count));
    const reported: number[] = [];
    const totals = await recompute(head, read, (done) => reported.push(done));
    expect(totals).toMatchObject({ rootHolds: true, votes: 2 * count });
    if (count) expect(reported.at(-1)).toBe(count);
  },
);

it('a log added up in the browser has sums per contestant and kind, reversals as they are, and the sealed rules apart', async () => {
  const reversal: Entry = {
    v: 1,
    kind: 'reversal',
    channel: 'card',
    contestant: 'c1',
    votes: -2,
    amount: -200,
  };
  const ofCash: Entry = { ...reversal, channel: 'manual', contestant: 'c0', amount: -100, votes: 0 };
  const rules = (text: string): Entry => ({
    v: 1,
    kind: 'rules',
    minute: '2026-11-22T21:35Z',
    rules: text,
  });
  const { head, read } = aLog([rules('A'), ...votes(8), rules('B'), reversal, ofCash]);
  const totals = await recompute(head, read);
  expect(totals).toMatchObject({ rootHolds: true, votes: 14, provider: 1000, rules: ['A', 'B'] });
  expect([...totals.byContestant]).toEqual([
    ['c0', 6],
    ['c1', 4],
    ['c2', 4],
  ]);
  expect(Object.fromEntries(totals.byKind)).toEqual({
    manual: { entries: 2, votes: 4, amount: 400 },
    paid: { entries: 6, votes: 12, amount: 1200 },
    reversal: { entries: 2, votes: -2, amount: -300 },
  });
});

it('a log added up in the browser counts what an organiser entered as one figure, and votes that a person let in apart, in both versions', async () => {
  const free = { kind: 'free', contestant: 'c0', amount: 0 };
  const { head, read } = aLog([
    { ...free, v: 1, channel: 'manual', votes: 100 },
    { ...free, v: 1, channel: 'web', votes: 5 },
    { ...free, v: 1, kind: 'reversal', channel: 'manual', votes: -10 },
    { ...free, v: 2, kind: 'manual', channel: 'manual', votes: 27 },
    { ...free, v: 2, channel: 'web', votes: 3, released: { minute: '2026-11-22T21:35Z', reason: 'Known' } },
    { ...free, v: 2, kind: 'reversal', channel: 'manual', votes: -7, of: 3 },
    // A correction of the final result.
    { ...free, v: 2, kind: 'reversal', channel: 'manual', votes: -1 },
    { ...free, v: 2, kind: 'manual', channel: 'cash', votes: 10, amount: 1000 },
  ]);
  const totals = await recompute(head, read);
  expect(totals).toMatchObject({ votes: 127, manualTakenBack: 17, newer: null, roster: null });
  expect(totals.released).toEqual({ entries: 1, votes: 3, amount: 0 });
  expect(Object.fromEntries(totals.byKind)).toMatchObject({
    manual: { entries: 3, votes: 137 },
    free: { entries: 2, votes: 8 },
  });
});

it('a log added up in the browser takes names from the newest list, whose parts belong together, and says what was changed', async () => {
  const [category, song] = [
    { id: idOf('a1'), name: 'Singer' },
    { id: idOf('a2'), name: 'Song' },
  ];
  const nominee = (id: string, name: string, code = '4821', categoryId = idOf('a1')) => ({
    id,
    name,
    code,
    categoryId,
  });
  const list = (minute: string, categories: object[], contestants: object[], part = {}): Entry => ({
    v: 2,
    kind: 'roster',
    minute: `2026-11-22T${minute}Z`,
    categories,
    contestants,
    ...part,
  });
  const first = [
    nominee(idOf('c0'), 'Ama'),
    nominee(idOf('c1'), 'Kofi', '4822'),
    nominee(idOf('c2'), 'Esi', '4823'),
  ];
  const second = [nominee(idOf('c0'), 'Akua'), nominee(idOf('c1'), 'Kofi', '4899', idOf('a2'))];
  const sums = async (...entries: Entry[]) => {
    const { head, read } = aLog(entries);
    return recompute(head, read);
  };
  const totals = await sums(
    vote(1),
    list('20:00', [category], first.slice(0, 1), { part: 1, parts: 2 }),
    list('20:00', [song], first.slice(1), { part: 2, parts: 2 }),
    list('20:30', [category, song], first),
    list('21:00', [{ ...category, name: 'Voice' }, song], second),
  );
  expect([...(totals.roster?.contestants ?? [])].map(([, { name }]) => name)).toEqual(['Akua', 'Kofi']);
  expect(totals.formerNames.get(idOf('c2'))).toBe('Esi');
  expect(totals.renamings).toEqual([
    {
      minute: '2026-11-22T21:00Z',
      changes: [
        { what: 'category', name: 'Singer', from: 'Singer', to: 'Voice' },
        { what: 'name', name: 'Ama', from: 'Ama', to: 'Akua' },
        { what: 'code', name: 'Kofi', from: '4822', to: '4899' },
        { what: 'categoryOf', name: 'Kofi', from: 'Singer', to: 'Song' },
        { what: 'nominee', name: 'Esi', from: 'Esi', to: null },
      ],
    },
  ]);
  const open = list('20:00', [category], first, { part: 1, parts: 2 });
  await expect(sums(open)).rejects.toThrow('ends before part 2');
  await expect(sums(open, vote(1))).rejects.toThrow('comes before part 2');
  await expect(sums({ ...open, part: 2 })).rejects.toThrow('part 1 of 2 comes next');
  await expect(sums(open, { ...open, part: 2, parts: 3 })).rejects.toThrow('part 2 of 2 comes next');
  await expect(sums(open, { ...open, part: 2, minute: 'later' })).rejects.toThrow('is of later');
  await expect(sums({ v: 2, kind: 'roster' })).rejects.toThrow('lists a category that is not');
});

it('a log added up in the browser names the first entry of a newer version, adds up nothing after it, and still finds the root', async () => {
  const { head, read } = aLog([vote(1), vote(1), { ...vote(1), v: 3, votes: { many: 2 } }, vote(1)]);
  expect(await recompute(head, read)).toMatchObject({ rootHolds: true, newer: 2, votes: 4 });
  const unknown = aLog([{ ...vote(1), kind: 'score' }]);
  await expect(recompute(unknown.head, unknown.read)).rejects.toThrow('unknown kind');
});

it('a log added up in the browser knows no total of encrypted entries until their key is in the log', async () => {
  // The example of ADR 111.
  const hidden: Entry = {
    v: 1,
    kind: 'paid',
    hidden: 'AQEBAQEBAQEBAQEBAQEBAUw25sFqWNXJ1ehj+0dEOwh1RUfshyT6cD5W4QEQZmn9',
    hiddenBy: '+EnWcyX6zwQXe8ZjstxUQFGDHFie9YHUEvLrpEg053w=',
  };
  const key: Entry = { v: 1, kind: 'reveal', key: 'BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=' };
  const sums = async (...entries: Entry[]) => {
    const { head, read } = aLog(entries);
    return recompute(head, read);
  };
  expect(await sums(vote(1), hidden, hidden)).toMatchObject({ rootHolds: true, votes: 2, hidden: 2 });
  const opened = await sums(vote(1), hidden, hidden, key, vote(1));
  expect(opened).toMatchObject({ rootHolds: true, votes: 14, provider: 1400, hidden: 0 });
  expect(opened.byContestant.get('0199aaaa-0000-7000-8000-000000000001')).toBe(10);
  await expect(sums(key)).rejects.toThrow('hidden nothing');
  await expect(sums(hidden, key, hidden)).rejects.toThrow('by a key that was revealed before');
  await expect(sums(hidden, { ...key, key: 'AAAA' })).rejects.toThrow('hidden nothing');
  await expect(sums({ ...hidden, hidden: 'AAAA' }, key)).rejects.toThrow('another length');
});

it('a log added up in the browser does not lead to the signed root when an entry was changed or two were exchanged', async () => {
  const all = votes(300);
  const check = async (published: Entry[]) => {
    const { head, read } = aLog(all, published);
    return (await recompute(head, read)).rootHolds;
  };
  expect(await check(all)).toBe(true);
  expect(await check(all.with(7, { ...vote(7), votes: 3 }))).toBe(false);
  expect(await check(all.with(7, vote(8)).with(8, vote(7)))).toBe(false);
});

it('a log added up in the browser continues the checkpoints of its own beginnings, and no others', async () => {
  const all = votes(700);
  const { head, read } = aLog(all);
  const check = async (...earlier: { size: number; root: Uint8Array<ArrayBuffer> }[]) =>
    (await recompute(head, read, undefined, earlier)).continues;
  const beginnings = [0, 1, 255, 256, 300, 512, 699, 700].map((size) => aLog(all.slice(0, size)).head);
  expect(await check()).toBe(true);
  expect(await check(...beginnings)).toBe(true);
  for (const size of [1, 256, 300, 700]) {
    const other = aLog(all.slice(0, size).with(0, vote(1))).head;
    expect(await check(...beginnings, other)).toBe(false);
  }
  expect(await check(aLog(votes(701)).head)).toBe(false);
});

it('a log added up in the browser is refused when entries are missing or a bundle is cut', async () => {
  const all = votes(300);
  const { head, read } = aLog(all, all.slice(0, 299));
  await expect(recompute(head, read)).rejects.toThrow('43 entries instead of 44');
  const cut = async (path: string) => (await read(path)).slice(0, -1);
  await expect(recompute(head, cut)).rejects.toThrow('within an entry');
});
