import fc from 'fast-check';
import { keptSettings } from '@abato/contracts';
import { type ContestFacts, publicView } from './public-view.js';
import { seedOf } from '../../../../test/support/seed.js';

fc.configureGlobal({ seed: seedOf('public-view') });

function contest(showResults: boolean, votes: [number, number, number]): ContestFacts {
  return {
    id: 'c',
    hostId: 'h',
    title: 'T',
    description: 'D',
    ...keptSettings({
      startDate: '1970-01-01T00:00:00.000Z',
      endDate: '1970-01-01T00:00:00.001Z',
      votePrice: 1.5,
      bundles: [{ votes: 10, price: 12 }],
      windows: [{ from: '2026-12-05T20:00:00.000Z', until: '2026-12-05T21:00:00.000Z', multiplier: 2 }],
      showResults,
    }),
    amendment: null,
    banner: null,
    status: 'ACTIVE',
    refusal: null,
    resultsFinalAt: null,
    provisional: false,
    paymentsWaiting: null,
    host: { id: 'h', name: 'H', logo: null, description: '' },
    categories: [
      {
        id: 'k',
        name: 'K',
        description: '',
        order: 0,
        votePricePesewas: null,
        bundles: [],
        contestants: [0, 1, 2].map((order) => ({
          id: `p${order}`,
          code: `482${order}`,
          name: `P${order}`,
          bio: '',
          photo: null,
          order,
        })),
      },
    ],
    counts: {
      version: 7 + votes[0],
      released: new Map(),
      total: votes[0] + votes[1] + votes[2],
      byContestant: new Map(votes.map((count, index) => [`p${index}`, count])),
    },
  };
}

it('publicView shows counts, ranks and shares in order of votes', () => {
  const view = publicView(contest(true, [1, 6, 3]));
  expect(view.categories[0]?.contestants.map((p) => [p.id, p.voteCount, p.rank, p.percentage])).toEqual([
    ['p1', 6, 1, 60],
    ['p2', 3, 2, 30],
    ['p0', 1, 3, 10],
  ]);
  expect(view).toMatchObject({ totalVotes: 10, votePrice: 1.5, _count: { votes: 10 } });
});

it('publicView with results hidden, says the same whatever the counts are', () => {
  const counts = fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000));
  fc.assert(
    fc.property(counts, counts, (a, b) => {
      expect(JSON.stringify(publicView(contest(false, a)))).toBe(
        JSON.stringify(publicView(contest(false, b))),
      );
    }),
  );
});

it('publicView names nothing of the owner', () =>
  expect(JSON.stringify(publicView(contest(true, [1, 2, 3])))).not.toMatch(/user|email|phone/i));

it('publicView passes on nothing that is not listed here, whatever the rows hold', () => {
  const facts = contest(true, [1, 2, 3]);
  const row = {
    userId: 'u',
    phone: '+233241234567',
    email: 'a@example.com',
    idNumber: 'GHA',
    votePrice: 1,
  };
  const full = {
    ...row,
    ...facts,
    host: { ...row, ...facts.host },
    categories: facts.categories.map((category) => ({
      ...row,
      ...category,
      contestants: category.contestants.map((person) => ({ ...row, ...person })),
    })),
  };
  expect(publicView(full)).toEqual(publicView(facts));
});

it('publicView tells a visitor everything they need, and with results hidden no count', () => {
  const facts = contest(false, [4, 5, 6]);
  const person = { categoryId: 'k', bio: '', photo: null };
  const hidden = {
    voteCount: null,
    releasedVotes: null,
    rank: null,
    percentage: null,
    categoryPercentage: null,
  };
  expect(publicView({ ...facts, status: 'PAUSED', refusal: 'CONTEST_PAUSED' })).toEqual({
    id: 'c',
    hostId: 'h',
    title: 'T',
    description: 'D',
    startDate: '1970-01-01T00:00:00.000Z',
    endDate: '1970-01-01T00:00:00.001Z',
    votePrice: 1.5,
    bundles: [{ votes: 10, price: 12 }],
    windows: facts.windows,
    freeVotesPerHour: null,
    verification: null,
    allowBallotChange: false,
    resultsFinal: false,
    provisional: false,
    paymentsWaiting: null,
    amendment: null,
    retentionMonths: 6,
    banner: null,
    status: 'PAUSED',
    isPaused: true,
    open: false,
    reason: 'CONTEST_PAUSED',
    showResults: false,
    host: { id: 'h', name: 'H', logo: null, description: '' },
    version: null,
    totalVotes: null,
    categories: [
      {
        id: 'k',
        contestId: 'c',
        name: 'K',
        description: '',
        order: 0,
        votePrice: null,
        bundles: [],
        contestants: ['p0', 'p1', 'p2'].map((id, order) => ({
          id,
          code: `482${order}`,
          name: id.toUpperCase(),
          order,
          ...person,
          ...hidden,
          _count: { votes: null },
        })),
        _count: { contestants: 3, votes: null },
      },
    ],
    _count: { categories: 1, contestants: 3, votes: null },
  });
  expect(publicView(facts)).toMatchObject({ isPaused: false, open: true, reason: null });
});

it('publicView says of provisional counts how many payments they wait for, and of hidden ones only that they are provisional', () => {
  const waiting = (shown: boolean) =>
    publicView({ ...contest(shown, [1, 2, 3]), provisional: true, paymentsWaiting: 4 });
  expect(waiting(true)).toMatchObject({ provisional: true, paymentsWaiting: 4 });
  expect(waiting(false)).toMatchObject({ provisional: true, paymentsWaiting: null });
  expect(publicView({ ...contest(true, [1, 2, 3]), paymentsWaiting: 4 }).paymentsWaiting).toBeNull();
});

it('publicView with results hidden, orders contestants as the organiser does, however they come', () => {
  const facts = contest(false, [1, 6, 3]);
  const categories = facts.categories.map((category) => ({
    ...category,
    contestants: [2, 0, 1].map((place) => category.contestants[place]!),
  }));
  const view = publicView({ ...facts, categories });
  expect(view.categories[0]?.contestants.map(({ id }) => id)).toEqual(['p0', 'p1', 'p2']);
});

it('publicView shows shares of the category beside those of the contest, and 0 for a contestant without votes', () => {
  const facts = contest(true, [1, 3, 0]);
  const other = {
    id: 'z',
    name: 'Z',
    description: '',
    order: -1,
    votePricePesewas: 200,
    bundles: [],
    contestants: [{ id: 'q', code: '4830', name: 'Q', bio: '', photo: null, order: 0 }],
  };
  const view = publicView({
    ...facts,
    categories: [...facts.categories, other],
    counts: {
      version: 9,
      released: new Map(),
      total: 8,
      byContestant: new Map([...facts.counts.byContestant, ['q', 4]]).set('p2', 0),
    },
  });
  // By their order, not as they came.
  expect(view.categories.map(({ id, _count }) => [id, _count])).toEqual([
    ['z', { contestants: 1, votes: 4 }],
    ['k', { contestants: 3, votes: 4 }],
  ]);
  const figures = view.categories[1]?.contestants.map((p) => [
    p.id,
    p.voteCount,
    p.rank,
    p.percentage,
    p.categoryPercentage,
    p._count.votes,
  ]);
  expect(figures).toEqual([
    ['p1', 3, 1, 37.5, 75, 3],
    ['p0', 1, 2, 12.5, 25, 1],
    ['p2', 0, 3, 0, 0, 0],
  ]);
  expect([view.version, view._count]).toEqual([9, { categories: 2, contestants: 4, votes: 8 }]);
  const unknown = publicView({
    ...facts,
    counts: { ...facts.counts, byContestant: new Map(), released: new Map() },
  });
  expect(unknown.categories[0]?.contestants.map((p) => p.voteCount)).toEqual([0, 0, 0]);
});
