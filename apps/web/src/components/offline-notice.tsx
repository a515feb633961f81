import { WifiOff } from 'lucide-react';
import { useConnection } from '@/lib/connection';
import { common } from '@/texts/en/common';

/** Says that what is on the screen may be old, for as long as it may be. */
export function OfflineNotice() {
  const connection = useConnection();
  return (
    <div role="status">
      {connection !== 'online' && (
        <p
          data-testid="offline-notice"
          className="page-width flex items-center gap-3 bg-yellow-soft py-3 font-semibold text-yellow-text"
        >
          <WifiOff aria-hidden className="size-5 shrink-0" />
          {common[connection]}
        </p>
      )}
    </div>
  );
}
