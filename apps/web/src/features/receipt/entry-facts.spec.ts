import type { Roster } from '@abato/verifier/roster.mjs';
import { expect, it } from '@jest/globals';
import { nomineeOf, provenBy } from './entry-facts';

const roster: Roster = {
  categories: new Map([['k1', { id: 'k1', name: 'Singer' }]]),
  contestants: new Map([['c1', { id: 'c1', name: 'Ama', code: '4821', categoryId: 'k1' }]]),
};
type Page = Parameters<typeof nomineeOf>[2];
const page = (name: string, code = '4821', category = 'Singer', id = 'c1') =>
  ({
    categories: [{ id: 'k1', name: category, contestants: [{ id, name, code, categoryId: 'k1' }] }],
  }) as unknown as Page;

it.each([
  ['nothing', page('Ama'), []],
  ['another name', page('Akua'), ['Renamed since: the page says “Akua” now.']],
  ['another code', page('Ama', '4899'), ['The code was changed since: the page says 4899 now.']],
  [
    'another category',
    page('Ama', '4821', 'Voice'),
    ['In another category since, or it was renamed: the page says “Voice” now.'],
  ],
  [
    'another nominee',
    page('Kofi', '1', 'Singer', 'c2'),
    ['The page does not show this contestant any more.'],
  ],
  ['no answer', undefined, []],
])(
  'the nominee of a receipt is named as the log says, and %s of the page is named beside it',
  (_, shown, since) => {
    const sealed = { name: 'Ama', code: '4821', category: 'Singer', isSealed: true };
    expect(nomineeOf('c1', roster, shown)).toEqual({ ...sealed, since });
  },
);

it('the nominee of a receipt is named as the page says where the log has no list', () => {
  const named = { name: 'Akua', code: '4821', category: 'Singer', isSealed: false, since: [] };
  expect(nomineeOf('c1', null, page('Akua'))).toEqual(named);
  expect(nomineeOf('c9', roster, page('Akua'))).toMatchObject({ isSealed: false, code: undefined });
});

it.each([
  [undefined, { channel: 'web', voter: 'a' }, false],
  ['number', { channel: 'web', verified: true, voter: 'a' }, false],
  ['number', { channel: 'ballot', verified: true, voter: 'a' }, false],
  ['ballotCode', { channel: 'ballot', verified: true, ballot: 'a' }, true],
  ['ballotCode', { channel: 'ballot', verified: true }, false],
  ['either', { channel: 'ballot', verified: true }, true],
])('the nominee of a receipt was proven by %s: %j, erased %s', (what, entry, isErased) =>
  expect(provenBy(entry, isErased)).toBe(what),
);
