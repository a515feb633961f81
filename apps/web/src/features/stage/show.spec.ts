import { expect, it } from '@jest/globals';
import type { PublicCategoryView, PublicContestView, StageState } from '@abato/contracts';
import { cardsOf, type Held, moved, placesOf, steered, takeState, turnOf } from './show';
import { SLIDE_MS, slidesOf } from './use-slides';

const state = (change: Partial<StageState> = {}): StageState => ({
  contestId: 'contest',
  sequence: 5,
  remote: true,
  scene: 'ROTATION',
  categoryId: null,
  step: 0,
  black: false,
  elapsedMs: 0,
  leaseMs: 300_000,
  ...change,
});
const held = (change: Partial<StageState> = {}, now = 0): Held => takeState(null, state(change), now);

/** Categories of these sizes; the second number of a contestant is its rank. */
const contestOf = (showResults: boolean, ...sizes: number[]) =>
  ({
    showResults,
    categories: sizes.map((size, index) => ({
      id: `c${index}`,
      contestants: Array.from({ length: size }, (_, place) => ({
        id: `${index}.${place}`,
        rank: showResults ? place + 1 : null,
        voteCount: showResults ? 100 - place : null,
      })),
    })),
  }) as unknown as PublicContestView;
const slides = slidesOf(contestOf(true, 3, 12, 4));
const keyAt = (held: Held, now: number) => {
  const turn = turnOf(slides, held, now);
  return turn.slides[turn.index]?.key;
};

it('the state of a stage ignores a message that is older than the known one', () => {
  const known = held({ sequence: 6, scene: 'PAUSED' });
  expect(takeState(known, state({ sequence: 5 }), 10)).toBe(known);
  expect(takeState(known, state({ sequence: 7 }), 10).state.sequence).toBe(7);
});

it('the state of a stage takes a message of the same number, which may extend the scene', () => {
  const longer = takeState(held({ leaseMs: 1_000 }), state({ leaseMs: 9_000 }), 500);
  expect(longer.until).toBe(9_500);
});

it('the state of a stage counts until its time is over, and not without a remote', () => {
  const scene = held({ scene: 'REVEAL', leaseMs: 1_000 });
  expect(steered(scene, 999)).toBe(scene);
  expect(steered(scene, 1_000)).toBeNull();
  expect(steered(held({ leaseMs: null }), 1e12)).not.toBeNull();
  expect(steered(held({ remote: false }), 0)).toBeNull();
  expect(steered(null, 0)).toBeNull();
});

it('the slide of a steered stage goes on from the named slide, at the same moment on every screen', () => {
  const rotating = { scene: 'ROTATION', categoryId: 'c1', step: 1 } as const;
  const [first, later] = [held(rotating, 0), held({ ...rotating, elapsedMs: 5_000 }, 5_000)];
  for (const screen of [first, later]) {
    expect(keyAt(screen, SLIDE_MS - 1)).toBe('c1:next');
    expect(keyAt(screen, SLIDE_MS)).toBe('c2:all');
    expect(keyAt(screen, 2 * SLIDE_MS)).toBe('c0:all');
    expect(turnOf(slides, screen, SLIDE_MS + 4_000).next).toBe(2 * SLIDE_MS);
  }
});

it('the slide of a steered stage stays while paused', () => {
  const paused = held({ scene: 'PAUSED', categoryId: 'c1', step: 1 });
  expect(keyAt(paused, 100 * SLIDE_MS)).toBe('c1:next');
  expect(turnOf(slides, paused, 0).next).toBeNull();
});

it('the slide of a steered stage takes turns within a pinned category only', () => {
  const pinned = held({ scene: 'PINNED', categoryId: 'c1' });
  expect([0, 1, 2].map((turn) => keyAt(pinned, turn * SLIDE_MS))).toEqual(['c1:top', 'c1:next', 'c1:top']);
});

it('the slide of a steered stage begins anew when the category is gone', () => {
  for (const scene of ['ROTATION', 'PAUSED', 'PINNED'] as const)
    expect(keyAt(held({ scene, categoryId: 'gone', step: 7 }), 0)).toBe('c0:all');
});

it('the slide of a steered stage moves by one slide and wraps around', () => {
  const at = (index: number) => slides[index];
  expect(moved(slides, at(1), 'ROTATION', 1)).toEqual({
    scene: 'ROTATION',
    categoryId: 'c1',
    step: 1,
    black: false,
  });
  expect(moved(slides, at(0), 'PINNED', -1)).toMatchObject({ scene: 'PINNED', categoryId: 'c2', step: 0 });
  expect(moved(slides, at(3), 'REVEAL', 1)).toMatchObject({ scene: 'ROTATION', categoryId: 'c0' });
});

const category = (...people: [rank: number | null, votes: number | null][]) =>
  ({
    id: 'c',
    contestants: people.map(([rank, voteCount], index) => ({ id: `${index}`, rank, voteCount })),
  }) as unknown as PublicCategoryView;
const shape = (of: PublicCategoryView) =>
  placesOf(of).map(({ rank, contestants }) => [rank, contestants.length]);

it('the places of a reveal come last first, and equal counts share one', () => {
  expect(shape(category([1, 9], [2, 8], [3, 7], [4, 6]))).toEqual([
    [3, 1],
    [2, 1],
    [1, 1],
  ]);
  expect(shape(category([1, 9], [1, 9], [3, 7]))).toEqual([
    [3, 1],
    [1, 2],
  ]);
});

it('the places of a reveal leave out contestants without votes', () => {
  expect(shape(category([1, 4], [2, 0], [2, 0]))).toEqual([[1, 1]]);
  expect(shape(category([1, 0], [1, 0]))).toEqual([]);
});

it('the places of a reveal open one after the other', () => {
  const of = category([1, 9], [2, 8], [3, 7]);
  const opened = (step: number) => cardsOf(of, step).map(({ rank, place }) => [rank, place !== null]);
  expect(opened(0)).toEqual([
    [3, false],
    [2, false],
    [1, false],
  ]);
  expect(opened(2)).toEqual([
    [3, true],
    [2, true],
    [1, false],
  ]);
  expect(opened(99).every(([, open]) => open)).toBe(true);
});

it('the places of a reveal stay closed while results are hidden, whatever the remote asks for', () => {
  const hidden = contestOf(false, 5).categories[0] as PublicCategoryView;
  expect(cardsOf(hidden, 3)).toEqual([3, 2, 1].map((rank) => ({ rank, place: null })));
  expect(cardsOf(contestOf(false, 2).categories[0] as PublicCategoryView, 2)).toHaveLength(2);
});
