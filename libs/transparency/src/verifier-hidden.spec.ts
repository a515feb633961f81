import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contestant, expectAccepted, expectRefused, LogFolder } from '../test/log-folder.js';
import type { LogEntry, VoteEntry } from './entry.js';
import { hideEntry, revealEntryOf } from './hidden-entry.js';

const log = new LogFolder();

const [key, later] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)];
const now = new Date('2026-11-22T21:36:00Z');
const page = (...counts: (number | null)[]) => {
  const contestants = counts.map((voteCount, nr) => ({ id: contestant(nr), voteCount }));
  const data = { categories: [{ contestants }] };
  return ['--totals', `data:application/json,${encodeURIComponent(JSON.stringify({ data }))}`];
};
const hide = (votes: VoteEntry[], by = key) => votes.map((vote) => hideEntry(vote, by));

it('the verifier, while results are hidden and after, checks root and number of entries, and knows no total of the hidden ones', () => {
  log.publish(300, undefined, (votes) => [...votes.slice(0, 3), ...hide(votes.slice(3))]);
  expectAccepted(
    log.verify(...page(null, null, null)),
    /^hidden {3}297 entries are encrypted[^]+hides its totals[^]+^6 votes, root /m,
  );
  expectRefused(
    log.verify(...page(1, 2, 3)),
    'the page shows counts, and the log has no key for 297 entries',
  );
  expect(readFileSync(join(log.path, 'tile', 'entries', '001.p', '44'), 'latin1')).not.toContain(
    contestant(0),
  );
});

it('the verifier, while results are hidden and after, opens every entry when its key is in the log, also after results were hidden again', () => {
  const made = (...more: LogEntry[]) =>
    log.publish(6, undefined, ([a, b, c, d, e, f]) => [
      ...hide([a, b] as VoteEntry[]),
      revealEntryOf(key, now),
      c as VoteEntry,
      ...hide([d, e] as VoteEntry[], later),
      ...more,
      ...(more.length ? [f as VoteEntry] : []),
    ]);
  made();
  expectAccepted(log.verify(), /^opened {3}2 entries[^]+^hidden {3}2 entries[^]+^6 votes, root /m);
  made(revealEntryOf(later, now));
  expect(log.verify(...page(1 + 4, 2 + 5, 3 + 1))).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^opened {3}4 entries[^]+same totals[^]+^16 votes, root /m),
    stderr: '',
  });
  expect(log.verify(...page(5, 8, 3))).toMatchObject({ status: 1 });
});

it('the verifier, while results are hidden and after, opens a reversal with its sign, and the sums of payments', () => {
  log.publish(1, undefined, ([vote]) => {
    const paid: VoteEntry = {
      ...(vote as VoteEntry),
      kind: 'paid',
      channel: 'card',
      votes: 100_000,
      amount: 1_000_000,
    };
    const back: VoteEntry = { ...paid, kind: 'reversal', votes: -99_999, amount: -999_990 };
    return [...hide([paid, back]), revealEntryOf(key, now)];
  });
  expectAccepted(log.verify(...page(1)), 'GHS 0.10');
});

it.each<[string, (votes: VoteEntry[]) => LogEntry[], RegExp]>([
  [
    'another key than was promised',
    (votes) => [...hide(votes), revealEntryOf(later, now)],
    /entry 1 reveals a key that has hidden nothing/,
  ],
  [
    'votes under a key that is known',
    (votes) => [...hide(votes), revealEntryOf(key, now), ...hide(votes)],
    /entry 2 is hidden by a key that was revealed/,
  ],
  [
    'a key with more',
    (votes) => [...hide(votes), Object.assign(revealEntryOf(key, now), { votes: 1 })],
    /entry 1 has other fields than an entry of the kind reveal/,
  ],
  ['a short key', (votes) => [...hide(votes), revealEntryOf(Buffer.alloc(31), now)], /entry 1 has no key/],
  [
    'a count beside a hidden one',
    (votes) => hide(votes).map((entry) => Object.assign(entry, { votes: 1 })),
    /entry 0 is hidden and open/,
  ],
  [
    'something of another length',
    (votes) => hide(votes).map((entry) => ({ ...entry, hidden: 'AAAA' })),
    /another length/,
  ],
  [
    'a vote that names no key',
    (votes) => hide(votes).map((entry) => ({ ...entry, hiddenBy: 'AAAA' })),
    /entry 0 has no hash of the key that hides it: it names no key/,
  ],
  [
    'a count below zero',
    ([vote]) => [...hide([{ ...(vote as VoteEntry), votes: -1 }]), revealEntryOf(key, now)],
    /entry 0 has the wrong sign/,
  ],
  [
    'what opens to no number',
    (votes) => [
      ...hide(votes).map((entry) => ({ ...entry, hidden: 'A'.repeat(64) })),
      revealEntryOf(key, now),
    ],
    /entry 0 does not open/,
  ],
  [
    'rules that were not sealed',
    ([vote]) => hide([{ ...(vote as VoteEntry), rules: `${'A'.repeat(43)}=` }]),
    /entry 0 names rules/,
  ],
])('the verifier, while results are hidden and after, refuses %s', (_what, make, reason) => {
  log.publish(1, undefined, make);
  expectRefused(log.verify(), reason);
});
