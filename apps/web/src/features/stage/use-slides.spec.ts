import { describe, expect, it } from '@jest/globals';
import type { PublicContestView } from '@abato/contracts';
import { ROWS, slidesOf } from './use-slides';

const contestOf = (...sizes: number[]) =>
  ({
    categories: sizes.map((size, index) => ({ id: `c${index}`, contestants: Array.from({ length: size }) })),
  }) as unknown as PublicContestView;

describe('slidesOf', () => {
  it('gives every category a slide, an empty one too', () => {
    expect(slidesOf(contestOf(3, 0)).map(({ key, pages }) => [key, pages])).toEqual([
      ['c0:0', 1],
      ['c1:0', 1],
    ]);
  });

  it('divides a long category into pages that leave out no contestant', () => {
    const slides = slidesOf(contestOf(2 * ROWS + 1));
    expect(slides.map(({ from, page, pages }) => [from, page, pages])).toEqual([
      [0, 1, 3],
      [ROWS, 2, 3],
      [2 * ROWS, 3, 3],
    ]);
    expect(slidesOf(contestOf(ROWS))).toHaveLength(1);
  });
});
