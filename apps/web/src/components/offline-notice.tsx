import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { common } from '@/texts/en/common';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Says that what is on the screen may be old, for as long as it may be. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p
          data-testid="offline-notice"
          className="page-width flex items-center gap-3 bg-yellow-soft py-3 font-semibold text-yellow-text"
        >
          <WifiOff aria-hidden className="size-5 shrink-0" />
          {common.offline}
        </p>
      )}
    </div>
  );
}
