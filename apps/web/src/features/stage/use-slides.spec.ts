import { expect, it } from '@jest/globals';
import type { PublicContestView } from '@abato/contracts';
import { FACES, MOVERS, risen, ROWS, slidesOf } from './use-slides';

const contestOf = (showResults: boolean, ...sizes: number[]) =>
  ({
    showResults,
    categories: sizes.map((size, index) => ({
      id: `c${index}`,
      contestants: Array.from({ length: size }, (_, place) => ({ id: `${index}.${place}`, rank: place + 1 })),
    })),
  }) as unknown as PublicContestView;

const shape = (slides: ReturnType<typeof slidesOf>) =>
  slides.map(({ key, rows, pages }) => [key, rows.length, pages]);

it('slidesOf gives every category a slide, an empty one too', () => {
  expect(shape(slidesOf(contestOf(true, 3, 0)))).toEqual([
    ['c0:all', 3, 1],
    ['c1:all', 0, 1],
  ]);
  expect(slidesOf(contestOf(false, 0))).toHaveLength(1);
});

it('slidesOf shows up to ten on one screen, and of 62 the top ten and those that come next', () => {
  expect(shape(slidesOf(contestOf(true, ROWS)))).toEqual([['c0:all', ROWS, 1]]);
  const [top, next] = slidesOf(contestOf(true, 62));
  expect(top?.rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect([next?.kind, next?.rows[0]?.rank, next?.rows.length]).toEqual(['next', ROWS + 1, MOVERS]);
});

it('slidesOf shows those that rose lately on the second slide, most places first', () => {
  const contest = contestOf(true, 62);
  const before = new Map([
    ['0.20', 40],
    ['0.5', 8],
    ['0.50', 3],
  ]);
  const [, movers] = slidesOf(contest, before);
  expect([movers?.kind, movers?.rows.map(({ id }) => id)]).toEqual(['movers', ['0.20', '0.5']]);
  expect(contest.categories[0] && risen(contest.categories[0], new Map())).toEqual([]);
});

it('slidesOf divides hidden results into pages that leave out no contestant', () => {
  const slides = slidesOf(contestOf(false, 2 * FACES + 1));
  expect(slides.map(({ page, pages }) => [page, pages])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(new Set(slides.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(2 * FACES + 1);
});
