import { expect, it } from '@jest/globals';
import { namedRows } from './named-rows';
import { shownChanges } from './shown-rule';

const contestants = [
  { id: 'c1', name: 'Akua', code: '4821', categoryId: 'k1', voteCount: 7 },
  { id: 'c2', name: 'Added', code: '4822', categoryId: 'k1', voteCount: 0 },
];
const page = { categories: [{ id: 'k1', name: 'Voice', contestants }] } as unknown as Parameters<
  typeof namedRows
>[0];
const byContestant = new Map([
  ['c1', 7],
  ['c3', 2],
  ['c9', 1],
]);

it('the nominees of an audit page have the names of the log, also those who are on no list any more', () => {
  const roster = {
    categories: new Map([['k1', { id: 'k1', name: 'Singer' }]]),
    contestants: new Map([
      ['c1', { id: 'c1', name: 'Ama', code: '4820', categoryId: 'k1' }],
      ['c4', { id: 'c4', name: 'Kept back', code: '4824', categoryId: 'k1' }],
    ]),
  };
  expect(namedRows(page, { roster, formerNames: new Map([['c3', 'Esi']]), byContestant })).toEqual([
    { id: 'c1', name: 'Ama', note: 'Code 4820, Singer', page: 7 },
    { id: 'c2', name: 'Added', note: 'Not on the newest list in the log', page: 0 },
    { id: 'c4', name: 'Kept back', note: 'Code 4824, Singer', page: null },
    {
      id: 'c3',
      name: 'Esi',
      page: null,
      note: 'Taken off the list; the name is that of an earlier list in the log',
    },
    { id: 'c9', name: 'Not shown any more', note: '', page: null },
  ]);
});

it('the nominees of an audit page have the names of the page where the log has none', () => {
  const rows = namedRows(page, { roster: null, formerNames: new Map(), byContestant });
  expect(rows.map(({ name, note }) => [name, note])).toEqual([
    ['Akua', ''],
    ['Added', ''],
    ['Not shown any more', ''],
    ['Not shown any more', ''],
  ]);
});

it('the nominees of an audit page are named with each change, the first twenty one by one', () => {
  const changes = Array.from({ length: 22 }, () => ({
    what: 'name' as const,
    name: 'Ama',
    from: 'Ama',
    to: 'Akua',
  }));
  const lines = shownChanges([{ what: 'nominee', name: 'Esi', from: 'Esi', to: null }, ...changes]);
  expect(lines).toHaveLength(21);
  expect(lines.slice(0, 2)).toEqual(['Nominee: Esi → –', 'Name: Ama → Akua']);
  expect(lines.at(-1)).toBe('And 3 more.');
});
