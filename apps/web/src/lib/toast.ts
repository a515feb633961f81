import { Store } from './store';

/** Toasts (specification §2): four kinds, closed by hand or after their duration. The drawing code loads with the first one. */
export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export interface ToastMessage {
  id: number;
  message: string;
  type: ToastKind;
  /** Milliseconds; 0 or less stays until closed. */
  duration: number;
}

export const DEFAULT_TOAST_MS = 5000;
/** Longest wait for a toast to be seen: what follows must happen also when its drawing code cannot be loaded. */
const MOST_WAIT_MS = 1000;

type Sink = (toast: ToastMessage) => void;
let sink: Sink | null = null;
let waiting: ToastMessage[] = [];
let lastId = 0;
const seenListeners = new Map<number, () => void>();

function show(type: ToastKind) {
  /** @returns the toast's id */
  return (message: string, duration: number = DEFAULT_TOAST_MS): number => {
    const entry: ToastMessage = { id: ++lastId, message, type, duration };
    if (sink) sink(entry);
    else {
      waiting.push(entry);
      toastQueue.needed.set(true);
    }
    return entry.id;
  };
}

export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
};

/** Resolves once a toast that was just shown is on the screen, at the latest after a second. @param id from `toast` */
export function toastSeen(id: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      seenListeners.delete(id);
      resolve();
    };
    const timer = setTimeout(done, MOST_WAIT_MS);
    seenListeners.set(id, done);
  });
}

export const toastQueue = {
  /** Whether something waits to be drawn, or soon will: then the host gets ready for it. */
  needed: new Store(false),
  /** The drawing code has painted a toast. */
  painted(id: number): void {
    seenListeners.get(id)?.();
  },
  /** The drawing code is ready: it gets everything that waited, and every later toast. */
  connect(next: Sink): () => void {
    sink = next;
    const missed = waiting;
    waiting = [];
    missed.forEach(next);
    return () => {
      if (sink === next) sink = null;
    };
  },
};
