import fc from 'fast-check';
import {
  byVotes,
  compareByOrder,
  CompactReader,
  type ContestTally,
  percentage,
  ranks,
  Roster,
} from './tally.js';
import { seedOf } from '../../../test/support/seed.js';

fc.configureGlobal({ seed: seedOf('tally') });

const people = fc.uniqueArray(
  fc.record({ id: fc.uuid(), name: fc.string(), order: fc.nat(5), votes: fc.nat(20) }),
  { selector: (person) => person.id, maxLength: 30 },
);

it('ranking shares ranks among equal counts: 1, 1, 3', () =>
  expect([
    ...ranks([
      { id: 'a', votes: 5 },
      { id: 'b', votes: 5 },
      { id: 'c', votes: 1 },
    ]).values(),
  ]).toEqual([1, 1, 3]));

it('ranking gives as rank one more than the number of those ahead', () => {
  fc.assert(
    fc.property(people, (list) => {
      const rankOf = ranks(list);
      for (const person of list)
        expect(rankOf.get(person.id)).toBe(1 + list.filter((other) => other.votes > person.votes).length);
    }),
  );
});

it('ranking orders the same whatever order it is given', () => {
  fc.assert(
    fc.property(people, (list) => {
      expect(byVotes([...list].reverse())).toEqual(byVotes(list));
    }),
  );
});

it('ranking breaks ties by order, then name', () => {
  const sorted = byVotes([
    { id: '1', name: 'B', order: 1, votes: 3 },
    { id: '2', name: 'A', order: 1, votes: 3 },
    { id: '3', name: 'Z', order: 0, votes: 3 },
  ]);
  expect(sorted.map((person) => person.id)).toEqual(['3', '2', '1']);
});

it('ranking breaks the last ties by id, and tells two readers the same', () => {
  const twins = [
    { id: '2', name: 'A', order: 1, votes: 3 },
    { id: '1', name: 'A', order: 1, votes: 3 },
    { id: '3', name: 'A', order: 1, votes: 3 },
  ];
  expect(byVotes(twins).map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(compareByOrder(twins[0]!, { ...twins[0]! })).toBe(0);
  // Capitals before small letters on every machine, whatever its language.
  const names = ['b', 'Ä', 'a', 'B'].map((name) => ({ ...twins[0]!, name }));
  expect(byVotes(names).map(({ name }) => name)).toEqual(['B', 'a', 'b', 'Ä']);
});

it('ranking orders hidden results by order, then name, and leaves the given list alone', () => {
  const people = [
    { id: '1', name: 'A', order: 2, votes: 9 },
    { id: '2', name: 'C', order: 1, votes: 0 },
    { id: '3', name: 'B', order: 1, votes: 5 },
  ];
  expect([...people].sort(compareByOrder).map(({ id }) => id)).toEqual(['3', '2', '1']);
  expect(byVotes(people).map(({ id }) => id)).toEqual(['1', '3', '2']);
  expect(ranks(people).get('2')).toBe(3);
  expect(people.map(({ id }) => id)).toEqual(['1', '2', '3']);
});

it('ranking shows one decimal, and 0 when nothing was counted', () => {
  expect(percentage(1, 3)).toBe(33.3);
  expect(percentage(0, 0)).toBe(0);
  expect(percentage(5, 0)).toBe(0);
  expect(percentage(5, 5)).toBe(100);
});

it('ranking rounds a share to the nearest tenth of a percent, never beyond 0 and 100', () => {
  const share = fc
    .integer({ min: 1, max: 1_000_000_000 })
    .chain((total) => fc.tuple(fc.integer({ min: 0, max: total }), fc.constant(total)));
  fc.assert(
    fc.property(share, ([votes, total]) => {
      const shown = percentage(votes, total);
      expect(shown.toFixed(1)).toBe(String(shown).includes('.') ? String(shown) : `${shown}.0`);
      // In whole numbers: |shown − votes / total| is at most half a tenth of a percent.
      const off = BigInt(Math.round(shown * 10)) * BigInt(total) - BigInt(votes) * 1000n;
      expect((off < 0n ? -off : off) * 2n <= BigInt(total)).toBe(true);
      expect(shown >= 0 && shown <= 100).toBe(true);
    }),
  );
});

const CONTEST = '01a1fd3f-6bee-7321-a744-7d319e22c28d';

/** A contest's list of contestants, and some that change. */
const changes = fc
  .record({
    people: fc.uniqueArray(fc.record({ id: fc.uuid(), categoryId: fc.uuid() }), {
      selector: ({ id }) => id,
      minLength: 1,
      maxLength: 60,
    }),
    version: fc.nat(2_000_000_000),
    step: fc.nat(5_000),
    total: fc.nat(Number.MAX_SAFE_INTEGER),
  })
  .chain((contest) =>
    fc.record({
      contest: fc.constant(contest),
      // Absolute counts; they also fall when votes are taken back.
      changed: fc.subarray(contest.people),
      votes: fc.array(fc.nat(Number.MAX_SAFE_INTEGER), { minLength: 60, maxLength: 60 }),
    }),
  );

const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const whole = (people: { id: string; categoryId: string }[], contestId = CONTEST): ContestTally => ({
  contestId,
  version: 1,
  since: 0,
  totalVotes: 0,
  contestants: people.map((person) => ({ ...person, votes: 0 })),
});

it('says exactly what the JSON event says, for any tally', () => {
  fc.assert(
    fc.property(changes, ({ contest: { people, version, step, total }, changed, votes }) => {
      const event: ContestTally = {
        contestId: CONTEST,
        version,
        since: Math.max(0, version - step),
        totalVotes: total,
        contestants: changed.map((person, at) => ({ ...person, votes: votes[at] ?? 0 })),
      };
      const first = whole(people);
      const reader = new CompactReader();
      reader.learn(overTheWire({ ...first, roster: 7 }));
      const frame = new Roster(7, first).encode(event);
      expect(reader.read(overTheWire(frame ?? []))).toEqual(overTheWire(event));
    }),
  );
});

const [A, B] = [
  { id: 'a', categoryId: 'x' },
  { id: 'b', categoryId: 'x' },
] as const;
const tally = (contestants: ContestTally['contestants']): ContestTally => ({
  ...whole([]),
  version: 2,
  contestants,
});

it('does not encode a contestant whom the roster does not name, or names in another category', () => {
  const roster = new Roster(1, whole([A]));
  expect(roster.encode(tally([{ ...A, votes: 1 }]))).toEqual([1, 2, 2, 0, 0, 1]);
  expect(roster.encode(tally([{ ...B, votes: 1 }]))).toBeNull();
  expect(roster.encode(tally([{ ...A, categoryId: 'y', votes: 1 }]))).toBeNull();
});

it('knows whether a whole board has its contestants in its order', () => {
  const roster = new Roster(1, whole([A, B]));
  expect(roster.isOf(whole([A, B]))).toBe(true);
  expect(roster.isOf(whole([B, A]))).toBe(false);
  expect(roster.isOf(whole([A]))).toBe(false);
  expect(roster.isOf(whole([A, { ...B, categoryId: 'y' }]))).toBe(false);
});

it('reads the rosters of several contests, the newest of each, and none after a new connection', () => {
  const reader = new CompactReader();
  reader.learn({ ...whole([A]), roster: 1 });
  reader.learn({ ...whole([B], 'other'), roster: 2 });
  expect(reader.read([1, 5, 1, 9, 0, 9])?.contestants).toEqual([{ ...A, votes: 9 }]);
  expect(reader.read([2, 5, 1, 9, 0, 9])).toMatchObject({ contestId: 'other', since: 4, version: 5 });
  reader.learn({ ...whole([B, A]), roster: 3 });
  expect(reader.read([1, 6, 1, 9, 0, 9])).toBeNull();
  expect(reader.read([3, 6, 1, 9, 1, 9])?.contestants).toEqual([{ ...A, votes: 9 }]);
  expect(reader.read([3, 6, 1, 9, 5, 9])).toBeNull();
  reader.learn(tally([{ ...A, votes: 3 }]));
  expect(reader.read([3, 6, 1, 9, 1, 9])?.contestants).toEqual([{ ...A, votes: 9 }]);
  reader.forget();
  expect(reader.read([3, 6, 1, 9, 1, 9])).toBeNull();
});
