import {
  DEFAULT_PAGE_SIZES,
  type CashEntryState,
  type CashEntryView,
  type CastVoteResult,
  type DailyVotes,
  type DecideHeldVotes,
  type HeldVotesDecided,
  type HeldVoteView,
  type ManualVoteInput,
  type QuarantineInput,
  type QuarantinePreview,
  type QuarantineSelection,
  type QuarantineView,
  type Role,
  type IntakeFigures,
  type VotedElector,
  type VotePace,
} from '@abato/contracts';
import { adminKeys, ofContest, pageOfContest, votesPath } from '@/lib/admin/api';
import { api, queryString } from '@/lib/api';
import { reads, readsPage } from '@/lib/read';

/** GET /votes/contest/{id}/daily. @param days counted back from today, in Ghana time */
export const dailyVotesQuery = (contestId: string, days = 7) =>
  reads<DailyVotes[]>(
    [...adminKeys.contest(contestId), 'daily', days],
    `${votesPath(contestId)}/daily${queryString({ days })}`,
  );

/** The end of a surge is announced by no message. */
const PACE_REREAD_MS = 20_000;

/** GET /votes/contest/{id}/pace: how fast votes arrive, and whether that is unusual. */
export const votePaceQuery = ofContest<VotePace>('pace', '/votes/contest/{id}/pace', {
  refetchInterval: PACE_REREAD_MS,
});

/** GET /contests/{id}/electorate/voted: after the end. */
export const votedElectorsQuery = (contestId: string, page: number) =>
  pageOfContest<VotedElector>('voted', '/contests/{id}/electorate/voted', contestId, {
    page,
    pageSize: DEFAULT_PAGE_SIZES.electors,
  });

/** GET /votes/contest/{id}/held. */
export const heldVotesQuery = (contestId: string, state: string, heldFor: string, page: number) =>
  pageOfContest<HeldVoteView>('held', '/votes/contest/{id}/held', contestId, {
    page,
    pageSize: DEFAULT_PAGE_SIZES.adminContests,
    state,
    heldFor,
  });

/** GET /votes/contest/{id}/held: the newest that wait. @param rows of them; they stay as they are while they are chosen from */
export const newestHeldQuery = (contestId: string, rows: number) =>
  pageOfContest<HeldVoteView>('newest-held', '/votes/contest/{id}/held', contestId, {
    page: 1,
    pageSize: rows,
    state: 'HELD',
  });

/** GET /votes/contest/{id}/intake: free votes received, counted, held and rejected. */
export const voteIntakeQuery = ofContest<IntakeFigures>('intake', '/votes/contest/{id}/intake');

/** POST /votes/contest/{id}/held/decide. Deciding twice is harmless: the first decision stays. */
export function decideHeldVotes(contestId: string, input: DecideHeldVotes): Promise<HeldVotesDecided> {
  return api.post(`${votesPath(contestId)}/held/decide`, input);
}

/** POST /votes/manual: votes received in cash; they count at once, high amounts when a second person has confirmed them. */
export function enterManualVote(input: ManualVoteInput): Promise<CastVoteResult> {
  return api.post('/votes/manual', input);
}

/** POST /votes/manual/{id}/undo. */
export function undoManualVote(id: string, reason: string): Promise<null> {
  return api.post(`/votes/manual/${id}/undo`, { reason });
}

/** GET /votes/manual, for super admins /votes/manual/admin/all: cash above what one person may enter alone. */
export function cashEntriesQuery(role: Role, state: CashEntryState, page: number) {
  const path = role === 'SUPER_ADMIN' ? '/votes/manual/admin/all' : '/votes/manual';
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.adminContests, state });
  return readsPage<CashEntryView>([...adminKeys.all, 'cash', role, state, page], `${path}${query}`);
}

/** POST /votes/manual/{id}/confirm. Confirming twice counts once. */
export function confirmCashEntry(id: string): Promise<CastVoteResult> {
  return api.post(`/votes/manual/${id}/confirm`);
}

/** POST /votes/manual/{id}/reject. */
export function rejectCashEntry(id: string, reason: string): Promise<null> {
  return api.post(`/votes/manual/${id}/reject`, { reason });
}

const quarantinePath = (contestId: string): string => `/contests/${encodeURIComponent(contestId)}/quarantine`;

/** GET /contests/{id}/quarantine. */
export const quarantinesQuery = (contestId: string, page: number) =>
  pageOfContest<QuarantineView>('quarantines', '/contests/{id}/quarantine', contestId, {
    page,
    pageSize: DEFAULT_PAGE_SIZES.adminContests,
  });

/** POST /contests/{id}/quarantine/preview: changes nothing. */
export function previewQuarantine(contestId: string, of: QuarantineSelection): Promise<QuarantinePreview> {
  return api.ask(`${quarantinePath(contestId)}/preview`, of);
}

/** POST /contests/{id}/quarantine. */
export function askQuarantine(contestId: string, input: QuarantineInput): Promise<QuarantineView> {
  return api.post(quarantinePath(contestId), input);
}

/** POST /contests/{id}/quarantine/{quarantineId}/confirm, reject or undo. */
export function decideQuarantine(
  { contestId, id }: QuarantineView,
  what: 'confirm' | 'reject' | 'undo',
): Promise<QuarantineView> {
  return api.post(`${quarantinePath(contestId)}/${id}/${what}`);
}
