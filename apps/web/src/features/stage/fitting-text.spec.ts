import { expect, it } from '@jest/globals';
import { fittingSize } from './fitting-text';

/** The share of the box's width that a name may use for one font size, in one line. */
const oneLine = (name: string) => Number(/([\d.]+)cqi/.exec(fittingSize(name, ['10cqh']))![1]);
const sizes = (name: string, lines: number) =>
  [...fittingSize(name, Array<string>(lines).fill('10cqh')).matchAll(/([\d.]+)cqi/g)].map((found) =>
    Number(found[1]),
  );

it('the size of names on the stage leaves a short name of wide letters room enough', () => {
  // Measured in the display font: "Ama" is 2.23 sizes wide, "MMM" 2.82.
  expect(oneLine('Ama')).toBeLessThan(100 / 2.23);
  expect(oneLine('MMM')).toBeLessThan(100 / 2.82);
});

it('the size of names on the stage becomes larger with each further line until every word has its own', () => {
  const [one, two, three] = sizes('Nana Akua Serwaa', 3);
  expect(two).toBeGreaterThan(one!);
  expect(three).toBeGreaterThan(two!);
  expect(sizes('Nana Akua Serwaa', 4)[3]).toBe(three);
});

it('the size of names on the stage is never larger than the longest word allows', () => {
  const [, , , four] = sizes('Abenaserwaa of the North', 4);
  expect(four).toBe(oneLine('Abenaserwaa'));
});

it('the size of names on the stage says the same of a name with spaces around it', () =>
  expect(fittingSize('  Kofi  Mensah ', ['10cqh'])).toBe(fittingSize('Kofi Mensah', ['10cqh'])));
