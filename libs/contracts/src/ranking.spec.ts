import fc from 'fast-check';
import { byVotes, compareByOrder, percentage, ranks } from './ranking.js';

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

  it('breaks the last ties by id, and tells two readers the same', () => {
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

  it('orders hidden results by order, then name, and leaves the given list alone', () => {
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

  it('shows one decimal, and 0 when nothing was counted', () => {
    expect(percentage(1, 3)).toBe(33.3);
    expect(percentage(0, 0)).toBe(0);
    expect(percentage(5, 0)).toBe(0);
    expect(percentage(5, 5)).toBe(100);
  });

  it('rounds a share to the nearest tenth of a percent, never beyond 0 and 100', () => {
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
});
