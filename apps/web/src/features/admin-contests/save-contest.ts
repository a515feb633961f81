import type { ChallengeMode, ContestStatus, ContestView } from '@abato/contracts';
import { formData } from '@/lib/admin/form-data';
import { api } from '@/lib/api';

export interface ContestInput {
  hostId: string;
  title: string;
  description: string;
  /** ISO timestamps (specification §5). */
  startDate: string;
  endDate: string;
  /** Cedis. */
  votePrice: number;
  freeVotesPerHour: number;
  freeVotesPerDevice: number;
  challenge: ChallengeMode;
  retentionMonths: number;
  banner?: File;
}

/** POST /contests, or PUT /contests/{id} when there is one already; multipart because of the banner. */
export function saveContest(contestId: string | undefined, input: ContestInput): Promise<ContestView> {
  const { hostId, title, description, startDate, endDate, votePrice, banner } = input;
  const { freeVotesPerHour, freeVotesPerDevice, challenge, retentionMonths } = input;
  const body = formData({
    hostId,
    title,
    description,
    startDate,
    endDate,
    votePrice,
    freeVotesPerHour,
    freeVotesPerDevice,
    challenge,
    retentionMonths,
    banner,
  });
  return contestId ? api.put(`/contests/${contestId}`, body) : api.post('/contests', body);
}

/** PUT /contests/{id} with a status alone: ACTIVE leaves DRAFT, ENDED is final. */
export function setContestStatus(
  contestId: string,
  status: Extract<ContestStatus, 'ACTIVE' | 'ENDED'>,
): Promise<ContestView> {
  return api.put(`/contests/${contestId}`, { status });
}
