import { lazy, Suspense } from 'react';
import { useStore } from '@/lib/store';
import { toastQueue } from '@/lib/toast';

const Toaster = lazy(() => import('./toaster'));

/** Draws nothing, and loads nothing, until the first toast. */
export function ToastHost() {
  return useStore(toastQueue.needed) ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
