import { plural, smsParts } from './index.js';

it('a text with a number has the form of the number', () => {
  const votes = (count: number) => plural(count, { one: '# vote', other: '# votes' });
  expect([0, 1, 2, 1_234].map(votes)).toEqual(['0 votes', '1 vote', '2 votes', '1,234 votes']);
  expect(plural(1, { other: 'Show all # nominees' })).toBe('Show all 1 nominees');
  expect(plural(100_000, { other: '#' }, String)).toBe('100000');
});

it.each([
  [160, 'a', 1],
  [161, 'a', 2],
  [306, 'a', 2],
  [307, 'a', 3],
  [80, '€', 1],
  [81, '€', 2],
  [70, 'ɛ', 1],
  [71, 'ɛ', 2],
  [35, '😀', 1],
  [36, '😀', 2],
])('an SMS of %i times "%s" is %i messages', (count, letter, parts) =>
  expect(smsParts(letter.repeat(count))).toBe(parts),
);
