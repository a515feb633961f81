import type { Remote, RemoteLink } from '@abato/contracts';
import { api } from '@/lib/api';

const path = (contestId: string) => `/contests/${contestId}/stage-remote`;

/** The remote of a contest's stage, as its organiser sees and ends it. */
export const readRemote = (contestId: string) => api.get<Remote>(path(contestId));
export const createRemoteLink = (contestId: string) => api.post<RemoteLink>(path(contestId));
export const endRemote = (contestId: string) => api.delete(path(contestId));
