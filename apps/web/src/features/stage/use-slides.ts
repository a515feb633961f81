import type { PublicCategoryView, PublicContestView } from '@abato/contracts';
import { useEffect, useState } from 'react';

/** Rows that stay readable from 20 m on one screen. */
export const ROWS = 6;
/** Long enough to read six names aloud. */
export const SLIDE_MS = 14_000;

export interface Slide {
  key: string;
  category: PublicCategoryView;
  /** Index of the first shown contestant within the category. */
  from: number;
  page: number;
  pages: number;
}

/** Every category in turn, long ones in several pages. */
export function slidesOf(contest: PublicContestView): Slide[] {
  return contest.categories.flatMap((category) => {
    const pages = Math.max(1, Math.ceil(category.contestants.length / ROWS));
    return Array.from({ length: pages }, (_, index) => ({
      key: `${category.id}:${index}`,
      category,
      from: index * ROWS,
      page: index + 1,
      pages,
    }));
  });
}

/** Which slide is on. Categories may come and go meanwhile: the number wraps around whatever there is. */
export function useSlide(slides: Slide[]): { slide: Slide | undefined; index: number } {
  const [turn, setTurn] = useState(0);
  const count = slides.length;
  useEffect(() => {
    if (count < 2) return;
    const timer = setInterval(() => setTurn((before) => before + 1), SLIDE_MS);
    return () => clearInterval(timer);
  }, [count]);
  const index = count > 0 ? turn % count : 0;
  return { slide: slides[index], index };
}
