import {
  DEFAULT_PAGE_SIZES,
  type DecideHeldVotes,
  type HeldVotesDecided,
  type HeldVoteView,
  type VoteIntake,
} from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/keys';
import { api, queryString } from '@/lib/api';

const path = (contestId: string) => `/votes/contest/${encodeURIComponent(contestId)}`;

/** GET /votes/contest/{id}/held. */
export function heldVotesQuery(contestId: string, state: string, reason: string, page: number) {
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.adminContests, state, reason });
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'held', state, reason, page],
    queryFn: ({ signal }) => api.page<HeldVoteView>(`${path(contestId)}/held${query}`, { signal }),
    placeholderData: (before, beforeQuery) =>
      // The rows of another contest must never stand under this one's name.
      beforeQuery?.queryKey[2] === contestId ? keepPreviousData(before) : undefined,
  });
}

/** GET /votes/contest/{id}/intake: free votes received, counted, held and rejected. */
export function voteIntakeQuery(contestId: string) {
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'intake'],
    queryFn: ({ signal }) => api.get<VoteIntake>(`${path(contestId)}/intake`, { signal }),
  });
}

/** POST /votes/contest/{id}/held/decide. Deciding twice is harmless: what was decided stays as it is. */
export function decideHeldVotes(contestId: string, input: DecideHeldVotes): Promise<HeldVotesDecided> {
  return api.post(`${path(contestId)}/held/decide`, input);
}
