import { expect, it } from '@jest/globals';
import {
  contestExamples,
  contestTextsOf,
  type ContestTally,
  keptSettings,
  type PublicContestView,
  shownSettings,
} from '@abato/contracts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { ApiError } from './api';
import { applyChange, forgetContest, isKept, isOutdated, withoutCounts } from './contest-change';
import { applyTally, keepNewerCounts, publicContestQuery, withCounts } from './public-contest';

type Counts = Record<string, number>;

/** Two categories with contestants a, b and c, d, as the server would show them. */
function contest(counts: Counts, version: number): PublicContestView {
  const person = (id: string, categoryId: string, order: number) => ({
    id,
    categoryId,
    code: '4821',
    name: `Name of ${id}`,
    bio: '',
    photo: null,
    order,
    voteCount: null,
    releasedVotes: null,
    rank: null,
    percentage: null,
    categoryPercentage: null,
    _count: { votes: null },
  });
  const category = (id: string, order: number, people: ReturnType<typeof person>[]) => ({
    id,
    contestId: 'contest',
    name: id,
    description: '',
    order,
    votePrice: null,
    bundles: [],
    contestants: people,
    _count: { contestants: people.length, votes: null },
  });
  const hidden: PublicContestView = {
    id: 'contest',
    hostId: 'host',
    ...contestTextsOf(contestExamples),
    ...shownSettings(
      keptSettings({ startDate: '2026-11-21T00:00:00.000Z', endDate: '2026-11-22T00:00:00.000Z' }),
      'page',
    ),
    banner: null,
    status: 'ACTIVE',
    isPaused: false,
    open: true,
    reason: null,
    host: { id: 'host', name: 'Host', logo: null, description: '' },
    version: null,
    totalVotes: null,
    resultsFinal: false,
    provisional: false,
    paymentsWaiting: null,
    amendment: null,
    categories: [
      category('first', 0, [person('a', 'first', 0), person('b', 'first', 1)]),
      category('second', 1, [person('c', 'second', 0), person('d', 'second', 1)]),
    ],
    _count: { categories: 2, contestants: 4, votes: null },
  };
  const total = Object.values(counts).reduce((sum, votes) => sum + votes, 0);
  return withCounts(hidden, new Map(Object.entries(counts)), total, version);
}

const board = (view: PublicContestView): (string | number | null)[][] =>
  view.categories.flatMap(({ contestants }) =>
    contestants.map((one) => [one.id, one.voteCount, one.rank, one.percentage, one.categoryPercentage]),
  );
const BEGIN = { a: 1, b: 3, c: 4, d: 2 };
const tally = (fields: Partial<ContestTally> = {}): ContestTally => ({
  contestId: 'contest',
  version: 8,
  since: 7,
  totalVotes: 14,
  contestants: [{ id: 'a', categoryId: 'first', votes: 5 }],
  ...fields,
});

it('new counts order all contestants, with rank and both shares', () =>
  expect(board(contest(BEGIN, 7))).toEqual([
    ['b', 3, 1, 30, 75],
    ['a', 1, 2, 10, 25],
    ['c', 4, 1, 40, 66.7],
    ['d', 2, 2, 20, 33.3],
  ]));

it('new counts change what they name, and the sums', () => {
  const next = withCounts(contest(BEGIN, 7), new Map([['a', 5]]), 14, 8);
  expect(board(next).slice(0, 2)).toEqual([
    ['a', 5, 1, 35.7, 62.5],
    ['b', 3, 2, 21.4, 37.5],
  ]);
  expect([next.version, next.totalVotes, next._count, next.categories[0]?._count]).toEqual([
    8,
    14,
    { categories: 2, contestants: 4, votes: 14 },
    { contestants: 2, votes: 8 },
  ]);
  expect(next.categories[0]?.contestants[0]?._count).toEqual({ votes: 5 });
});

it('new counts leave alone whom nothing changed for, so that only the others are drawn again', () => {
  const known = contest(BEGIN, 7);
  const same = withCounts(known, new Map(), 10, 8);
  const all = (view: PublicContestView) => view.categories.flatMap(({ contestants }) => contestants);
  all(same).forEach((one, index) => expect(one).toBe(all(known)[index]));
  // One more vote for c, of as many votes in all: only the figures of c and of d's category change.
  const next = withCounts(known, new Map([['c', 5]]), 10, 8);
  expect(all(next).map((one) => all(known).includes(one))).toEqual([true, true, false, false]);
  // The same votes of more in all: every share changes.
  expect(all(withCounts(known, new Map(), 20, 8)).some((one) => all(known).includes(one))).toBe(false);
});

it('new counts are shown although no share of them can be seen', () => {
  const many = { a: 1_000_000, b: 0, c: 1_000_000, d: 0 };
  const next = withCounts(contest(many, 7), new Map([['a', 1_000_001]]), 2_000_001, 8);
  expect(board(next)[0]).toEqual(['a', 1_000_001, 1, 50, 100]);
});

it('new counts move a rank although the own votes stay', () => {
  const known = contest({ a: 0, b: 0, c: 0, d: 0 }, 7);
  // So many in all that no share of one vote can be seen.
  const next = withCounts(known, new Map([['a', 1]]), 1_000_000, 8);
  expect(board(next).slice(0, 2)).toEqual([
    ['a', 1, 1, 0, 100],
    ['b', 0, 2, 0, 0],
  ]);
});

const applied = (known: PublicContestView, fields?: Partial<ContestTally>) => {
  const outcome = applyTally(known, tally(fields));
  return typeof outcome === 'string' ? outcome : [outcome.contest.version, outcome.contest.totalVotes];
};

it('a message is taken when it builds on what is known', () => {
  const known = contest(BEGIN, 7);
  expect(applied(known)).toEqual([8, 14]);
  expect(applied(known, { since: 3 })).toEqual([8, 14]);
  const outcome = applyTally(known, tally());
  expect(typeof outcome !== 'string' && board(outcome.contest)[0]).toEqual(['a', 5, 1, 35.7, 62.5]);
});

it('a message that is old or known already changes nothing', () => {
  const known = contest(BEGIN, 7);
  expect(applied(known, { version: 7, since: 6 })).toBe('ignore');
  expect(applied(known, { version: 3, since: 0 })).toBe('ignore');
});

it('a message after a missed one makes us watch again', () =>
  expect(applied(contest(BEGIN, 7), { version: 9, since: 8 })).toBe('watch-again'));

it('a message needs the whole board (`since: 0`) while no version is known', () => {
  const nothing = { ...withoutCounts(contest(BEGIN, 7)), showResults: true };
  expect(applied(nothing, { version: 1, since: 1 })).toBe('watch-again');
  expect(applied(nothing, { since: 0 })).toEqual([8, 14]);
  expect(applied(nothing, { version: 0, since: 0, totalVotes: 0 })).toEqual([0, 0]);
});

it('a message about an unknown contestant leads to watching again', () => {
  const unknown = [...tally().contestants, { id: 'x', categoryId: 'first', votes: 1 }];
  expect(applied(contest(BEGIN, 7), { contestants: unknown })).toBe('watch-again');
});

it('a message shows nothing while results are hidden', () =>
  expect(applied({ ...contest(BEGIN, 7), showResults: false })).toBe('ignore'));

const old = contest(BEGIN, 7);
const newer = contest({ ...BEGIN, a: 5 }, 8);

it('an answer that is older than what the socket brought keeps the newer counts, and takes everything else', () => {
  const kept = keepNewerCounts(newer, { ...old, title: 'Renamed' });
  expect([kept.title, kept.version, kept.totalVotes]).toEqual(['Renamed', 8, 14]);
  expect(board(kept)).toEqual(board(newer));
});

it('an answer that is older than what the socket brought is taken as it is when nothing newer is known', () => {
  expect(keepNewerCounts(undefined, old)).toBe(old);
  expect(keepNewerCounts(old, newer)).toBe(newer);
  const again = contest(BEGIN, 7);
  expect(keepNewerCounts(old, again)).toBe(again);
});

it('an answer that is older than what the socket brought hides what was known when results have been hidden, and shows them when they are again', () => {
  const hidden = withoutCounts(old);
  expect(keepNewerCounts(newer, hidden)).toBe(hidden);
  expect(keepNewerCounts(hidden, old)).toBe(old);
});

it('hidden results leave nothing that tells a count, not even the order', () => {
  const hide = (counts: Counts) => JSON.stringify(withoutCounts(contest(counts, 7)));
  expect(hide({ a: 9, b: 0, c: 0, d: 1 })).toBe(hide({ a: 0, b: 7, c: 2, d: 5 }));
  const view = withoutCounts(contest(BEGIN, 7));
  expect(board(view)).toEqual(['a', 'b', 'c', 'd'].map((id) => [id, null, null, null, null]));
  expect(view).toMatchObject({ version: null, totalVotes: null, _count: { contestants: 4, votes: null } });
  expect(view.categories.map(({ _count }) => _count)).toEqual([
    { contestants: 2, votes: null },
    { contestants: 2, votes: null },
  ]);
  expect(view.categories[0]?.contestants[0]?._count).toEqual({ votes: null });
});

it('hidden results are hidden by the change itself, and shown only by the next counts', () => {
  const known = contest(BEGIN, 7);
  const change = { contestId: 'contest', status: 'PAUSED', isPaused: true } as const;
  const hidden = applyChange(known, { ...change, showResults: false });
  expect(hidden).toMatchObject({ status: 'PAUSED', isPaused: true, showResults: false, totalVotes: null });
  expect(board(hidden).flat()).not.toContain(4);
  const shown = applyChange(known, { ...change, showResults: true });
  expect(shown).toMatchObject({ status: 'PAUSED', isPaused: true, showResults: true, totalVotes: 10 });
  expect(board(shown)).toEqual(board(known));
});

it('isKept says that only the announcement of a deletion leaves nothing to show', () => {
  const change = { contestId: 'contest', isPaused: false, showResults: true, at: 1 };
  expect(isKept({ ...change, status: 'DELETED' })).toBe(false);
  expect(isKept({ ...change, status: 'ENDED' })).toBe(true);
  expect(isKept({ ...change, status: 'ACTIVE' })).toBe(true);
});

it('isOutdated says that a page kept by a cache shows another state or hidden results', () => {
  const page = contest({ a: 1 }, 1);
  const now = { status: page.status, isPaused: page.isPaused, showResults: true };
  expect(isOutdated(page, now)).toBe(false);
  expect(isOutdated(page, { ...now, showResults: false })).toBe(true);
  expect(isOutdated(page, { ...now, status: 'PAUSED', isPaused: true })).toBe(true);
});

it('forgetContest leaves what a page shows for a contest that does not exist, without asking the server', () => {
  const client = new QueryClient();
  const query = publicContestQuery('contest');
  client.setQueryData(query.queryKey, { id: 'contest' } as PublicContestView);
  const page = new QueryObserver(client, { ...query, enabled: false });
  const stop = page.subscribe(() => undefined);
  forgetContest(client, publicContestQuery('contest').queryKey);
  const { data, error } = page.getCurrentResult();
  expect(data).toBeUndefined();
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).status).toBe(404);
  stop();
});
