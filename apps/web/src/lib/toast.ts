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

type Sink = (toast: ToastMessage) => void;
let sink: Sink | null = null;
let waiting: ToastMessage[] = [];
let lastId = 0;
const wakeListeners = new Set<() => void>();

function show(type: ToastKind) {
  return (message: string, duration: number = DEFAULT_TOAST_MS): void => {
    const entry: ToastMessage = { id: ++lastId, message, type, duration };
    if (sink) sink(entry);
    else {
      waiting = [...waiting, entry];
      wakeListeners.forEach((wake) => wake());
    }
  };
}

export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
};

/** For the host: whether something waits to be drawn. */
export const toastQueue = {
  subscribe(listener: () => void): () => void {
    wakeListeners.add(listener);
    return () => wakeListeners.delete(listener);
  },
  hasWaiting: (): boolean => waiting.length > 0,
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
