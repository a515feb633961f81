import type {
  CastVoteResult,
  DecideHeldVotes,
  HeldVotesDecided,
  ManualVoteInput,
  QuarantineInput,
  QuarantinePreview,
  QuarantineSelection,
  QuarantineView,
} from '@abato/contracts';
import { votesPath } from '@/lib/admin/api';
import { api } from '@/lib/api';

/** Deciding twice is harmless: the first decision stays. */
export const decideHeldVotes = (contestId: string, input: DecideHeldVotes) =>
  api.post<HeldVotesDecided>(`${votesPath(contestId)}/held/decide`, input);

/** Votes received in cash; they count at once, high amounts when a second person has confirmed them. */
export const enterManualVote = (input: ManualVoteInput) => api.post<CastVoteResult>('/votes/manual', input);
export const undoManualVote = (id: string, reason: string) =>
  api.post(`/votes/manual/${id}/undo`, { reason });
/** Confirming twice counts once. */
export const confirmCashEntry = (id: string) => api.post(`/votes/manual/${id}/confirm`);
export const rejectCashEntry = (id: string, reason: string) =>
  api.post(`/votes/manual/${id}/reject`, { reason });

const quarantinePath = (contestId: string) => `/contests/${encodeURIComponent(contestId)}/quarantine`;
/** Changes nothing. */
export const previewQuarantine = (contestId: string, of: QuarantineSelection) =>
  api.ask<QuarantinePreview>(`${quarantinePath(contestId)}/preview`, of);
export const askQuarantine = (contestId: string, input: QuarantineInput) =>
  api.post<QuarantineView>(quarantinePath(contestId), input);
export const decideQuarantine = (contestId: string, id: string, decision: 'confirm' | 'reject' | 'undo') =>
  api.post(`${quarantinePath(contestId)}/${id}/${decision}`);
