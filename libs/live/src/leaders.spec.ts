import fc from 'fast-check';
import { CompactReader, type ContestTally, Roster } from '@abato/contracts';
import { leadersOf, leastOfFirst } from './leaders.js';
import { seedOf } from '../../../test/support/seed.js';

fc.configureGlobal({ seed: seedOf('leaders') });

const tally = (counts: [id: string, categoryId: string, votes: number][], version = 8): ContestTally => ({
  contestId: 'contest',
  version,
  since: 5,
  totalVotes: 100,
  contestants: counts.map(([id, categoryId, votes]) => ({ id, categoryId, votes })),
});

const all = tally([
  ['b', 'x', 7],
  ['d', 'x', 6],
  ['c', 'x', 7],
  ['a', 'x', 9],
  ['e', 'y', 1],
  ['f', 'z', 0],
  ['g', 'z', 0],
]);

it('the first places are those of each category, with all who have the count of the last of them', () => {
  expect([...leastOfFirst(all, 2)]).toEqual([
    ['x', 7],
    ['y', 1],
    ['z', 0],
  ]);
  const named = leadersOf(all, leastOfFirst(all, 2)).contestants.map(({ id }) => id);
  expect(named).toEqual(['b', 'c', 'a', 'e', 'f', 'g']);
});

it('the first places are told as half a version less, on what was known before, with the total of all', () => {
  const { contestants: _, ...message } = leadersOf(all, leastOfFirst(all, 1));
  expect(message).toEqual({ contestId: 'contest', version: 7.5, since: 5, totalVotes: 100 });
});

/** A page, by the rules of docs/live-and-embed.md. */
class Viewer {
  version: number;
  readonly votes = new Map<string, number>();
  missed = 0;

  constructor(whole: ContestTally) {
    this.version = whole.version;
    for (const { id, votes } of whole.contestants) this.votes.set(id, votes);
  }

  take({ version, since, contestants }: ContestTally): void {
    if (version <= this.version) return;
    if (since > this.version) this.missed++;
    for (const { id, votes } of contestants) this.votes.set(id, votes);
    this.version = version;
  }
}

const CONTESTANTS = Array.from({ length: 12 }, (_, at) => ({ id: `p${at}`, categoryId: `c${at % 2}` }));
const FIRST = 2;
/** Votes for a contestant (some are taken back), a message of the first places, one of all, or a viewer who begins to watch. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.nat(CONTESTANTS.length - 1), fc.integer({ min: -3, max: 9 })) },
  { weight: 3, arbitrary: fc.constant('leaders' as const) },
  { weight: 1, arbitrary: fc.constant('all' as const) },
  { weight: 1, arbitrary: fc.constant('join' as const) },
);

it('a crowd knows the first places after each message and everything after a message with all, whoever joined when', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const board = new Map(CONTESTANTS.map(({ id }) => [id, { votes: 0, changedAt: 0 }]));
      let [version, sent, rest] = [0, 0, 0];
      const since = (from: number): ContestTally => ({
        contestId: 'contest',
        version,
        since: from,
        totalVotes: 0,
        contestants: CONTESTANTS.filter(({ id }) => (board.get(id)?.changedAt ?? 0) > from).map((person) => ({
          ...person,
          votes: board.get(person.id)?.votes ?? 0,
        })),
      });
      const whole = (): ContestTally => ({ ...since(-1), since: 0 });
      const roster = new Roster(1, whole());
      const reader = new CompactReader();
      reader.learn({ ...whole(), roster: 1 });
      const viewers = [new Viewer(whole())];
      const send = (message: ContestTally) => {
        const read = reader.read(roster.encode(message) ?? []);
        expect(read).toEqual({ ...message, totalVotes: 0 });
        if (read) for (const viewer of viewers) viewer.take(read);
      };
      const expectExact = (people: ContestTally['contestants']) => {
        for (const viewer of viewers)
          expect(people.map(({ id }) => viewer.votes.get(id))).toEqual(people.map(({ votes }) => votes));
      };
      const sendAll = () => {
        if (version === rest && sent === rest) return;
        send(since(rest));
        sent = rest = version;
        expectExact(whole().contestants);
      };
      for (const next of steps) {
        if (next === 'join') {
          viewers.push(new Viewer(whole()));
        } else if (next === 'all') {
          sendAll();
        } else if (next === 'leaders') {
          if (version === sent) continue;
          const least = leastOfFirst(whole(), FIRST);
          send(leadersOf(since(rest), least));
          sent = version;
          expectExact(leadersOf(whole(), least).contestants);
        } else {
          const [at, votes] = next;
          const counted = board.get(CONTESTANTS[at]?.id ?? '');
          if (!counted) continue;
          counted.votes = Math.max(0, counted.votes + votes);
          counted.changedAt = ++version;
        }
      }
      sendAll();
      expectExact(whole().contestants);
      expect(viewers.map(({ missed }) => missed)).toEqual(viewers.map(() => 0));
    }),
    { numRuns: 300 },
  );
});
