import { useEffect, useReducer, useRef, useState } from 'react';
import { subscribe } from '@/lib/live';
import { type Held, steered, takeState, turnOf, type Turn } from './show';
import { SLIDE_MS, type Slide } from './use-slides';

/** Longest delay a browser's timer can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * What the remote of a contest wants, as the socket tells it. A message that was missed comes with the next connection; a scene whose time
 * is over ends here even when no message says so.
 * @returns null while no remote steers
 */
export function useStageState(contestId: string | undefined): Held | null {
  const [held, setHeld] = useState<Held | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const again = useRef<() => void>(undefined);
  useEffect(() => {
    if (!contestId) return;
    const subscription = subscribe(
      'stage:watch',
      { contestId },
      {
        'stage:state': (state) => {
          if (state.contestId === contestId) setHeld((known) => takeState(known, state, Date.now()));
        },
      },
    );
    again.current = subscription.again;
    return subscription.stop;
  }, [contestId]);
  const until = held?.until ?? null;
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(
      () => {
        redraw();
        // The remote may have been heard since.
        again.current?.();
      },
      Math.min(Math.max(0, until - Date.now()), MAX_TIMER_MS),
    );
    return () => clearTimeout(timer);
  }, [until]);
  return steered(held, Date.now());
}

/** Which slide is on: as the remote wants it, else each in turn. Categories may come and go: the number wraps around whatever there is. */
export function useTurn(slides: readonly Slide[], held: Held | null): Turn {
  const [own, setOwn] = useState(0);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const count = slides.length;
  const free = held === null;
  useEffect(() => {
    if (count < 2 || !free) return;
    const timer = setInterval(() => setOwn((before) => before + 1), SLIDE_MS);
    return () => clearInterval(timer);
  }, [count, free]);
  const turn: Turn = held
    ? turnOf(slides, held, Date.now())
    : { slides, index: count > 0 ? own % count : 0, next: null };
  const { next } = turn;
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(redraw, Math.max(0, next - Date.now()));
    return () => clearTimeout(timer);
  }, [next]);
  return turn;
}
