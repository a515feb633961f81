import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { publicContestQuery } from './public-contest';

const SAFETY_READ_MS = 60_000;

/**
 * For screens that nobody reloads: reads the contest anew every minute, which repairs what the socket has missed. `refetchInterval` would not:
 * each vote that is written into the cache begins its pause again.
 */
export function useSafetyRead(contestId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!contestId) return;
    const { queryKey } = publicContestQuery(contestId);
    const read = () => {
      if (!document.hidden) void client.invalidateQueries({ queryKey });
    };
    const timer = setInterval(read, SAFETY_READ_MS);
    return () => clearInterval(timer);
  }, [client, contestId]);
}
