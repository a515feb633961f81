import type { ContestView } from '@abato/contracts';
import { api } from '@/lib/api';

/** PATCH /contests/{id}/toggle-pause: ACTIVE and PAUSED only. */
export function togglePause(contestId: string): Promise<ContestView> {
  return api.patch(`/contests/${contestId}/toggle-pause`);
}

/** PATCH /contests/{id}/toggle-results: shown or hidden from the public. */
export function toggleResults(contestId: string): Promise<ContestView> {
  return api.patch(`/contests/${contestId}/toggle-results`);
}
