import fc from 'fast-check';
import { publicView, type ContestFacts } from './public-view.js';

function contest(showResults: boolean, votes: [number, number, number]): ContestFacts {
  return {
    id: 'c',
    hostId: 'h',
    title: 'T',
    description: 'D',
    startDate: new Date(0),
    endDate: new Date(1),
    votePricePesewas: 150,
    freeVotesPerHour: 10,
    retentionMonths: 6,
    banner: null,
    status: 'ACTIVE',
    showResults,
    resultsFinalAt: null,
    host: { id: 'h', name: 'H', logo: null, description: '' },
    categories: [
      {
        id: 'k',
        name: 'K',
        description: '',
        order: 0,
        contestants: [0, 1, 2].map((order) => ({
          id: `p${order}`,
          name: `P${order}`,
          bio: '',
          photo: null,
          order,
        })),
      },
    ],
    counts: {
      version: 7 + votes[0],
      total: votes[0] + votes[1] + votes[2],
      byContestant: new Map(votes.map((count, index) => [`p${index}`, count])),
    },
  };
}

describe('publicView', () => {
  it('shows counts, ranks and shares in order of votes', () => {
    const view = publicView(contest(true, [1, 6, 3]));
    expect(view.categories[0]?.contestants.map((p) => [p.id, p.voteCount, p.rank, p.percentage])).toEqual([
      ['p1', 6, 1, 60],
      ['p2', 3, 2, 30],
      ['p0', 1, 3, 10],
    ]);
    expect(view).toMatchObject({ totalVotes: 10, votePrice: 1.5, _count: { votes: 10 } });
  });

  it('with results hidden, says the same whatever the counts are', () => {
    const counts = fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000));
    fc.assert(
      fc.property(counts, counts, (a, b) => {
        expect(JSON.stringify(publicView(contest(false, a)))).toBe(
          JSON.stringify(publicView(contest(false, b))),
        );
      }),
    );
  });

  it('names nothing of the owner', () => {
    expect(JSON.stringify(publicView(contest(true, [1, 2, 3])))).not.toMatch(/user|email|phone/i);
  });
});
