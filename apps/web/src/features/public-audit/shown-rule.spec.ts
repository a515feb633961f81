import { expect, it } from '@jest/globals';
import { type RuleValue, shownRule } from './shown-rule';

const NAMES = new Map([['a1', 'Best Song']]);

it.each<[string, RuleValue, string]>([
  ['bundles', '10:800,25:1800', '10 for GHS 8.00, 25 for GHS 18.00'],
  ['categoryPrices', 'a1=200,10:1600;b2=50', 'Best Song: GHS 2.00, 10 for GHS 16.00; b2: GHS 0.50'],
  ['votePricePesewas', 0, 'Free'],
  ['votePricePesewas', 150, 'GHS 1.50'],
  ['freeVotesPerHour', 1_000, '1,000'],
  ['showResults', false, 'no'],
  ['verification', 'PHONE', 'Verified phone numbers'],
  ['endedEarlyAt', null, '–'],
])('a sealed rule in words %s %j is shown as %s', (field, value, text) =>
  expect(shownRule(field, value, NAMES)).toBe(text),
);

it('a sealed rule in words shows windows by their day and hours', () => {
  const window = '2026-12-05T20:00:00.000Z/2026-12-05T21:00:00.000Z*3';
  const shown = shownRule('voteWindows', window, NAMES);
  expect(shown).toContain('20:00–21:00');
  expect(shown).not.toContain('T20');
});
