import type {
  PublicCategoryView,
  PublicContestantView,
  PublicContestView,
  StageState,
} from '@abato/contracts';
import { type Slide, SLIDE_MS } from './use-slides';

/** What a remote wants the stage to show: pure functions, used by the stage and by the remote itself. */

/** Places that a reveal opens, one after the other. */
const REVEALED = 3;

/** The newest state that arrived, with moments of this device's clock. */
export interface Held {
  state: StageState;
  since: number;
  /** When the scene ends unless another message arrives. */
  until: number | null;
}

/** The newer of two states: a late message changes nothing. */
export function takeState(held: Held | null, state: StageState, now: number): Held {
  if (held && state.sequence < held.state.sequence) return held;
  return {
    state,
    since: now - state.elapsedMs,
    until: state.leaseMs === null ? null : now + state.leaseMs,
  };
}

/** What counts now; null when no remote is connected, or was not heard for too long: the stage then turns by itself. */
export function steered(held: Held | null, now: number): Held | null {
  if (!held?.state.remote) return null;
  return held.until !== null && now >= held.until ? null : held;
}

/** The slide of a category and of its page from 0; its first slide when it has fewer pages, -1 when the category is gone. */
export function indexOf(slides: readonly Slide[], categoryId: string | null, page: number): number {
  const exact = slides.findIndex((slide) => slide.category.id === categoryId && slide.page === page + 1);
  return exact >= 0 ? exact : slides.findIndex((slide) => slide.category.id === categoryId);
}

/** The slides that take turns, and which of them is on. `next`: the moment of the next one, null when none follows. */
export interface Turn {
  slides: readonly Slide[];
  index: number;
  next: number | null;
}

/** Which slide a steered stage shows. Every stage that has the same state shows the same slide at the same time. */
export function turnOf(slides: readonly Slide[], { state, since }: Held, now: number): Turn {
  const at = indexOf(slides, state.categoryId, state.step);
  const pinned = state.scene === 'PINNED' && at >= 0;
  const turning = pinned ? slides.filter(({ category }) => category.id === state.categoryId) : slides;
  const first = Math.max(0, pinned ? turning.indexOf(slides[at] as Slide) : at);
  const still = turning.length < 2 || (state.scene !== 'ROTATION' && state.scene !== 'PINNED');
  const turns = Math.floor(Math.max(0, now - since) / SLIDE_MS);
  if (still) return { slides: turning, index: first, next: null };
  return {
    slides: turning,
    index: (first + turns) % turning.length,
    next: since + (turns + 1) * SLIDE_MS,
  };
}

/** The reveal or winner that a remote wants, with its category; null for slides, and when the category is gone. */
export function steeredCategory({ categories }: PublicContestView, held: Held | null) {
  if (!held || (held.state.scene !== 'REVEAL' && held.state.scene !== 'WINNER')) return null;
  const category = categories.find(({ id }) => id === held.state.categoryId);
  return category ? { kind: held.state.scene, category, opened: held.state.step, since: held.since } : null;
}

/** One place of a reveal; several contestants share it when their counts are equal. */
export interface Place {
  rank: number;
  contestants: PublicContestantView[];
}

/** The first three places that have votes, last first; none while results are hidden. */
export function placesOf({ contestants }: PublicCategoryView): Place[] {
  const places = new Map<number, PublicContestantView[]>();
  for (const contestant of contestants) {
    const { rank, voteCount } = contestant;
    if (rank === null || rank > REVEALED || !voteCount) continue;
    places.set(rank, [...(places.get(rank) ?? []), contestant]);
  }
  return [...places]
    .map(([rank, sharing]) => ({ rank, contestants: sharing }))
    .sort((a, b) => b.rank - a.rank);
}

/** Places as a screen shows them: closed ones tell nothing but that they exist. */
export function cardsOf(
  category: PublicCategoryView,
  opened: number,
): { rank: number; place: Place | null }[] {
  const places = placesOf(category);
  const closed = Math.min(REVEALED, category.contestants.length);
  if (places.length === 0) {
    return Array.from({ length: closed }, (_, index) => ({ rank: closed - index, place: null }));
  }
  return places.map((place, index) => ({ rank: place.rank, place: index < opened ? place : null }));
}

type Wanted = Pick<StageState, 'scene' | 'categoryId' | 'step' | 'black'>;

/** The state after going so many slides on from the one that is shown. A pin moves to the other category, a pause stays a pause. */
export function moved(
  slides: readonly Slide[],
  shown: Slide | undefined,
  scene: StageState['scene'],
  by: 1 | -1,
): Wanted {
  const at = shown ? slides.findIndex(({ key }) => key === shown.key) : 0;
  const next = slides[(at + by + slides.length) % slides.length];
  return {
    scene: scene === 'PAUSED' || scene === 'PINNED' ? scene : 'ROTATION',
    categoryId: next?.category.id ?? null,
    step: (next?.page ?? 1) - 1,
    black: false,
  };
}
