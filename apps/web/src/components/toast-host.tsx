import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastQueue } from '@/lib/toast';

const Toaster = lazy(() => import('./toaster'));
let needed = false;
const isNeeded = () => (needed ||= toastQueue.hasWaiting());

/** Draws nothing, and loads nothing, until the first toast. */
export function ToastHost() {
  const show = useSyncExternalStore(toastQueue.subscribe, isNeeded);
  return show ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
