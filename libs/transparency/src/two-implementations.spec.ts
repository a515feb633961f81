import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { contestant, LogFolder, ORIGIN, OTHER, otherSigner, runProgram } from '../test/log-folder.js';
import type { LogEntry, RulesEntry, VoteEntry } from './entry.js';
import { hideEntry, revealEntryOf } from './hidden-entry.js';

const SECOND = join(import.meta.dirname, '..', 'test', 'second-implementation.mjs');
const log = new LogFolder();
const second = () => runProgram(SECOND, log.path);

/** What the verifier prints, as far as the second implementation finds it out too. */
function printed(stdout: string): object {
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0);
  return {
    origin: /^log {6}(.*)$/m.exec(stdout)?.[1],
    size: number(/^entries {2}(\d+)$/m),
    root: /root (\S+)$/m.exec(stdout)?.[1],
    votes: Object.fromEntries(
      [...stdout.matchAll(/^ {2}(\S{36}) {2}(\d+)(?: {2}.*)?$/gm)].map(([, id, count]) => [
        id,
        Number(count),
      ]),
    ),
    amount: Math.round(100 * number(/^amount {3}GHS (\S+)$/m)),
    hidden: number(/^hidden {3}(\d+)/m),
    rules: [...stdout.matchAll(/^rules {4}\w+ \S+ (\S+)$/gm)].map(([, hash]) => hash),
  };
}

const rules = (hash: string): RulesEntry => ({
  v: 1,
  kind: 'rules',
  minute: '2026-11-22T21:35Z',
  rules: hash,
});
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
const [first, amended] = [`${'A'.repeat(43)}=`, `${'B'.repeat(42)}E=`];
const [key, later] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)];
const reveal = revealEntryOf(key, new Date('2026-11-22T21:36:00Z'));

/** Votes under sealed rules and an amendment, hidden ones that are open by now, hidden ones that are not, and one taken back. */
function everything(votes: VoteEntry[]): LogEntry[] {
  const under = (hash: string, from: number, to: number) =>
    votes.slice(from, to).map((vote) => ({
      ...vote,
      kind: 'paid' as const,
      channel: 'card',
      amount: 100 * vote.votes,
      rules: hash,
    }));
  const [taken = votes[0] as VoteEntry] = under(first, 5, 6);
  return [
    rules(first),
    ...under(first, 0, 100),
    ...under(first, 100, 200).map((vote) => hideEntry(vote, key)),
    rules(amended),
    reveal,
    { ...taken, kind: 'reversal', votes: -taken.votes, amount: -taken.amount },
    ...under(amended, 200, 300).map((vote) => hideEntry(vote, later)),
  ];
}

/** Names, votes of version 2 with a commitment each, and one taken back by its index. */
function ofVersion2(votes: VoteEntry[]): LogEntry[] {
  const [category, minute] = [contestant(9), '2026-11-22T21:35Z'];
  const people = [0, 1, 2].map((nr) => ({
    categoryId: category,
    code: `${nr}`,
    id: contestant(nr),
    name: `N${nr}`,
  }));
  const made = votes.map((vote, nr) => ({ ...vote, v: 2 as const, cast: minute, ballot: hashOf(`${nr}`) }));
  const { cast: _cast, ...taken } = made[5] as (typeof made)[number];
  return [
    { v: 2, kind: 'roster', minute, categories: [{ id: category, name: 'K' }], contestants: people },
    ...made,
    { ...taken, kind: 'reversal', votes: -taken.votes, of: 6 },
  ];
}

it.each<[string, number, ((votes: VoteEntry[]) => LogEntry[]) | undefined]>([
  ['no entries', 0, undefined],
  ['one entry', 1, undefined],
  ['a full tile', 256, undefined],
  ['tiles of two levels', 1_000, undefined],
  ['tiles of three levels', 66_000, undefined],
  ['rules, hidden votes and a reversal', 300, everything],
  ['names and votes of version 2', 300, ofVersion2],
])(
  'a second implementation, written from the documents alone, finds in a log of %s what the verifier finds',
  (_what, size, make) => {
    log.publish(size, undefined, make);
    const found = second();
    expect(found).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(found.stdout)).toEqual(printed(log.verify().stdout));
  },
);

it('a second implementation, written from the documents alone, opens hidden votes as they were', () => {
  log.publish(300, undefined, everything);
  expect(JSON.parse(second().stdout)).toMatchObject({
    hidden: 100,
    rules: [first, amended],
    // Of 200 open votes of one to five in turns, the sixth, of one vote, was taken back.
    amount: 100 * (40 * 15 - 1),
    votes: { [contestant(0)]: expect.any(Number) },
  });
});

it.each<[string, () => void]>([
  ['a changed entry', () => log.publish(300, (entries) => entries.with(7, OTHER))],
  ['a missing entry', () => log.publish(300, (entries) => entries.toSpliced(7, 1))],
  ['a tile that differs', () => log.put('tile/0/001.p/44', Buffer.alloc(44 * 32))],
  ['another key', () => log.put('key', `${otherSigner.verifierKey(ORIGIN)}\n`)],
  [
    'rules that were not sealed',
    () => log.publish(2, undefined, ([one]) => [{ ...(one as VoteEntry), rules: first }]),
  ],
])(
  'a second implementation, written from the documents alone, refuses %s, as the verifier does',
  (_what, spoil) => {
    log.publish(300);
    spoil();
    for (const { status, stderr } of [second(), log.verify()]) {
      expect(stderr).toMatch(/^FAILED: /);
      expect(status).toBe(1);
    }
  },
);
