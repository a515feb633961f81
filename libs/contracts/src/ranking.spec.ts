import fc from 'fast-check';
import { byVotes, percentage, ranks } from './ranking.js';

const people = fc.uniqueArray(
  fc.record({ id: fc.uuid(), name: fc.string(), order: fc.nat(5), votes: fc.nat(20) }),
  { selector: (person) => person.id, maxLength: 30 },
);

describe('ranking', () => {
  it('shares ranks among equal counts: 1, 1, 3', () => {
    expect([
      ...ranks([
        { id: 'a', votes: 5 },
        { id: 'b', votes: 5 },
        { id: 'c', votes: 1 },
      ]).values(),
    ]).toEqual([1, 1, 3]);
  });

  it('gives as rank one more than the number of those ahead', () => {
    fc.assert(
      fc.property(people, (list) => {
        const rankOf = ranks(list);
        for (const person of list) {
          expect(rankOf.get(person.id)).toBe(1 + list.filter((other) => other.votes > person.votes).length);
        }
      }),
    );
  });

  it('orders the same whatever order it is given', () => {
    fc.assert(
      fc.property(people, (list) => {
        expect(byVotes([...list].reverse())).toEqual(byVotes(list));
      }),
    );
  });

  it('breaks ties by order, then name', () => {
    const sorted = byVotes([
      { id: '1', name: 'B', order: 1, votes: 3 },
      { id: '2', name: 'A', order: 1, votes: 3 },
      { id: '3', name: 'Z', order: 0, votes: 3 },
    ]);
    expect(sorted.map((person) => person.id)).toEqual(['3', '2', '1']);
  });

  it('shows one decimal, and 0 when nothing was counted', () => {
    expect(percentage(1, 3)).toBe(33.3);
    expect(percentage(0, 0)).toBe(0);
    expect(percentage(5, 5)).toBe(100);
  });
});
