import type { RemoteSession, RemoteStatus, StageCommand } from '@abato/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '@/lib/api';
import { askStage, steerStage } from '../api';
import { type Held, takeState } from '../show';

/** How often the remote says that it is there; also how late it notices that the stage is away. */
const ASK_MS = 4000;

export type Wanted = Omit<StageCommand, 'sequence'>;

interface Known {
  held: Held;
  screens: number | null;
  expiresAt: string;
}

export const isGone = (error: unknown) => error instanceof ApiError && error.code === 'REMOTE_GONE';

/** What the stage shows as far as the server knows, and the way to change it. */
export function useRemote({ session }: RemoteSession) {
  const client = useQueryClient();
  const key = ['stage-remote', session];
  const sent = useRef(0);
  const known = (status: RemoteStatus, before: Known | undefined): Known => ({
    held: takeState(before?.held ?? null, status.state, Date.now()),
    screens: status.screens,
    expiresAt: status.expiresAt,
  });
  const query = useQuery({
    queryKey: key,
    queryFn: async () => known(await askStage(session), client.getQueryData<Known>(key)),
    refetchInterval: ({ state }) => (isGone(state.error) ? false : ASK_MS),
    retry: false,
    // Asked also when the browser believes to be offline: only an answer tells.
    networkMode: 'always',
    gcTime: 0,
  });
  const command = useMutation({
    // What could not be sent is not sent later: the show has gone on.
    networkMode: 'always',
    retry: false,
    mutationFn: (wanted: Wanted) => {
      sent.current = Math.max(sent.current, client.getQueryData<Known>(key)?.held.state.sequence ?? 0) + 1;
      return steerStage(session, { sequence: sent.current, ...wanted });
    },
    onSuccess: (status) => {
      void client.cancelQueries({ queryKey: key });
      client.setQueryData<Known>(key, (before) => known(status, before));
    },
    onError: () => void client.invalidateQueries({ queryKey: key }),
  });
  return {
    known: query.data,
    gone: isGone(query.error) || isGone(command.error),
    away: query.isError,
    command,
  };
}
