import {
  DEFAULT_PAGE_SIZES,
  type CastVoteRequest,
  type CastVoteResult,
  type DailyVotes,
  type DecideHeldVotes,
  type HeldVotesDecided,
  type HeldVoteView,
  type VoteIntake,
  type VotePace,
  type VoteRecordView,
} from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys, keepRowsOf, votesPath } from '@/lib/admin/api';
import { api, queryString } from '@/lib/api';

/** GET /votes/contest/{id}; the admin screen shows 100 to a page (specification §9). */
export function voteListQuery(contestId: string, status: string, page: number) {
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.adminContests, status });
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'votes', status, page],
    queryFn: ({ signal }) => api.page<VoteRecordView>(`${votesPath(contestId)}${query}`, { signal }),
    placeholderData: keepRowsOf(contestId),
  });
}

/** GET /votes/contest/{id}/daily. @param days counted back from today, in Ghana time */
export function dailyVotesQuery(contestId: string, days = 7) {
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'daily', days],
    queryFn: ({ signal }) =>
      api.get<DailyVotes[]>(`${votesPath(contestId)}/daily${queryString({ days })}`, { signal }),
  });
}

/** The end of a surge is announced by no message. */
const PACE_REREAD_MS = 20_000;

/** GET /votes/contest/{id}/pace: how fast votes arrive, and whether that is unusual. */
export function votePaceQuery(contestId: string) {
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'pace'],
    queryFn: ({ signal }) => api.get<VotePace>(`${votesPath(contestId)}/pace`, { signal }),
    refetchInterval: PACE_REREAD_MS,
  });
}

/** GET /votes/contest/{id}/held. */
export function heldVotesQuery(contestId: string, state: string, reason: string, page: number) {
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.adminContests, state, reason });
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'held', state, reason, page],
    queryFn: ({ signal }) => api.page<HeldVoteView>(`${votesPath(contestId)}/held${query}`, { signal }),
    placeholderData: keepRowsOf(contestId),
  });
}

/** GET /votes/contest/{id}/intake: free votes received, counted, held and rejected. */
export function voteIntakeQuery(contestId: string) {
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'intake'],
    queryFn: ({ signal }) => api.get<VoteIntake>(`${votesPath(contestId)}/intake`, { signal }),
  });
}

/** POST /votes/contest/{id}/held/decide. Deciding twice is harmless: the first decision stays. */
export function decideHeldVotes(contestId: string, input: DecideHeldVotes): Promise<HeldVotesDecided> {
  return api.post(`${votesPath(contestId)}/held/decide`, input);
}

export interface ManualVoteInput extends CastVoteRequest {
  reason: string;
}

/**
 * POST /votes/manual: votes received in cash; they count at once.
 * @param key one per opened form, so that a lost answer and a second press never count twice
 */
export function enterManualVote(input: ManualVoteInput, key: string): Promise<CastVoteResult> {
  return api.post('/votes/manual', input, { headers: { 'Idempotency-Key': key } });
}
