import fc from 'fast-check';
import { CompactReader, type ContestTally } from '@abato/contracts';
import { Roster } from './roster.js';

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
