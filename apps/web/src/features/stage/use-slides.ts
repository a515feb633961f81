import type { PublicCategoryView, PublicContestantView, PublicContestView } from '@abato/contracts';
import { useEffect, useRef, useState } from 'react';

/** Rows that stay readable from 20 m on one screen. */
export const ROWS = 10;
/** Faces on one screen while results are hidden. */
export const FACES = 12;
/** Rows of the second slide of a long category. */
export const MOVERS = 6;
/** Long enough to read ten names aloud. */
export const SLIDE_MS = 14_000;
/** Rises are told for this long. */
const MOVERS_OVER_MS = 600_000;
const SNAPSHOT_MS = 60_000;

export interface Slide {
  key: string;
  category: PublicCategoryView;
  /** `all` and `top` are rankings; `movers` rose lately, `next` come after the top ten; `faces` tell no rank. */
  kind: 'all' | 'top' | 'movers' | 'next' | 'faces';
  rows: PublicContestantView[];
  page: number;
  pages: number;
}

/** Ranks by contestant some minutes ago. */
export type Ranks = ReadonlyMap<string, number>;

/** Contestants that rose since `before`, most places first. */
export function risen(category: PublicCategoryView, before: Ranks): PublicContestantView[] {
  const gained = ({ id, rank }: PublicContestantView) => (before.get(id) ?? rank ?? 0) - (rank ?? 0);
  return category.contestants
    .filter((contestant) => gained(contestant) > 0)
    .sort((a, b) => gained(b) - gained(a));
}

/**
 * Every category in turn: a ranking of up to ten on one screen, of more as the top ten and those who rose lately, or who come next. While
 * results are hidden every face, page by page.
 */
export function slidesOf(contest: PublicContestView, before: Ranks = new Map()): Slide[] {
  return contest.categories.flatMap((category) => {
    const { id, contestants } = category;
    if (!contest.showResults) {
      const pages = Math.max(1, Math.ceil(contestants.length / FACES));
      return Array.from({ length: pages }, (_, index) => ({
        key: `${id}:faces:${index}`,
        category,
        kind: 'faces' as const,
        rows: contestants.slice(index * FACES, (index + 1) * FACES),
        page: index + 1,
        pages,
      }));
    }
    const slide = (kind: Slide['kind'], rows: PublicContestantView[], page: number, pages: number) => ({
      key: `${id}:${kind}`,
      category,
      kind,
      rows,
      page,
      pages,
    });
    if (contestants.length <= ROWS) return [slide('all', contestants, 1, 1)];
    const movers = risen(category, before).slice(0, MOVERS);
    return [
      slide('top', contestants.slice(0, ROWS), 1, 2),
      movers.length > 0
        ? slide('movers', movers, 2, 2)
        : slide('next', contestants.slice(ROWS, ROWS + MOVERS), 2, 2),
    ];
  });
}

/** The ranks about ten minutes ago, or when the screen was opened. */
export function useRanksBefore(contest: PublicContestView): Ranks {
  const kept = useRef<{ at: number; ranks: Ranks }[]>([]);
  const newest = useRef(contest);
  useEffect(() => {
    // An effect writes it, not the drawing: a drawing that is thrown away must leave nothing behind.
    newest.current = contest;
  }, [contest]);
  const [before, setBefore] = useState<Ranks>(new Map());
  useEffect(() => {
    const keep = () => {
      const at = Date.now();
      const entries = newest.current.categories.flatMap(({ contestants }) =>
        contestants.map(({ id, rank }) => [id, rank ?? 0] as const),
      );
      kept.current = [
        ...kept.current.filter((one) => at - one.at < MOVERS_OVER_MS),
        { at, ranks: new Map(entries) },
      ];
      setBefore(kept.current[0]?.ranks ?? new Map());
    };
    keep();
    const timer = setInterval(keep, SNAPSHOT_MS);
    return () => clearInterval(timer);
  }, []);
  return before;
}
