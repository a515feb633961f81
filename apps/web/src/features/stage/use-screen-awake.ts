import { useEffect } from 'react';
import { listen } from '@/lib/store';

/** Keeps the screen on. The browser takes the lock away when the tab is hidden: it is asked for again on return. */
export function useScreenAwake(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let left = false;
    const ask = async () => {
      if (document.hidden) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (left) await lock.release();
      } catch {
        // Low battery or no permission: then the machine's own settings decide.
      }
    };
    void ask();
    const ignore = listen(document, 'visibilitychange', () => void ask());
    return () => {
      left = true;
      ignore();
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
