import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '@/lib/live';
import { consoleQuery } from '../api';
import { withTally } from './counts';

/** The console of a contest: its counts follow the monitor's messages, everything else is read again every few seconds. */
export function useConsole(contestId: string) {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = consoleQuery(contestId);
    return subscribe(
      'contest:monitor',
      { contestId },
      {
        'contest:tally': (tally) => {
          const known = client.getQueryData(queryKey);
          if (tally.contestId !== contestId || !known) return;
          const next = withTally(known, tally);
          if (next) client.setQueryData(queryKey, next);
          else void client.invalidateQueries({ queryKey });
        },
      },
    ).stop;
  }, [client, contestId]);
  return useQuery(consoleQuery(contestId));
}
