import type { RemoteSession, RemoteStatus, StageCommand } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { keepRemote } from './remote/session';

/** A request of the remote without an answer for so long counts as failed. */
const PATIENCE_MS = 6000;

const patiently = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) });

/** The session for the token of a link, which is exchanged once, however often the page is drawn. */
export const remoteQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['stage-remote-token', token],
    queryFn: async () => {
      const session = await api.ask<RemoteSession>('/stage-remote/connect', { token });
      keepRemote(session);
      return session;
    },
    enabled: token !== null,
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** What the stage shows. It also says that the remote is there. */
export const askStage = (session: string) =>
  api.ask<RemoteStatus>('/stage-remote/status', { session }, patiently());

export const steerStage = (session: string, command: StageCommand) =>
  api.post<RemoteStatus>('/stage-remote/command', { session, ...command }, patiently());

/** As the console does; for a person who is signed in on the remote's device. */
export const showResults = (contestId: string) => api.put(`/contests/${contestId}`, { showResults: true });
