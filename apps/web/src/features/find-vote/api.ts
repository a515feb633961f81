import type { FoundVote } from '@abato/contracts';
import { api } from '@/lib/api';

/** POST /votes/find: a body rather than a query, so that no phone number lands in an access log. */
export function findVote(request: { phone: string; reference: string }): Promise<FoundVote> {
  return api.ask<FoundVote>('/votes/find', request);
}

/** POST /votes/appeal: the organiser is asked to look again at a held or rejected vote. Once; later it changes nothing. */
export function appealVote(request: { phone: string; reference: string }): Promise<FoundVote> {
  return api.post<FoundVote>('/votes/appeal', request);
}
