import type { RemoteSession, RemoteStatus, StageCommand } from '@abato/contracts';
import { api } from '@/lib/api';

/** A request of the remote without an answer for so long counts as failed. */
const PATIENCE_MS = 6000;

const patiently = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) });

/** Exchange the token of a link for a session. It works once. */
export const connectRemote = (token: string) => api.ask<RemoteSession>('/stage-remote/connect', { token });

/** What the stage shows. It also says that the remote is there. */
export const askStage = (session: string) =>
  api.ask<RemoteStatus>('/stage-remote/status', { session }, patiently());

export const steerStage = (session: string, command: StageCommand) =>
  api.post<RemoteStatus>('/stage-remote/command', { session, ...command }, patiently());

/** As the console does; for a person who is signed in on the remote's device. */
export const showResults = (contestId: string) => api.put(`/contests/${contestId}`, { showResults: true });
