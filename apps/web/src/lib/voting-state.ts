import type { ContestStatus, PublicContestSummary } from '@abato/contracts';
import { useServerTime } from './server-time';

export type Timed = Pick<PublicContestSummary, 'status' | 'isPaused' | 'startDate' | 'endDate'> &
  Partial<Pick<PublicContestSummary, 'reason'>>;
export type VotingState = 'open' | 'notStarted' | 'paused' | 'ended' | 'notActive';

/** Whether votes are taken now, and if not, why. The server decides again at every cast. */
export function votingState(contest: Timed, now: number): VotingState {
  if (contest.status === 'ENDED' || now >= Date.parse(contest.endDate)) return 'ended';
  // Only the server knows whether the host is active; the rest follows from dates and status, to the second.
  if (contest.reason === 'CONTEST_NOT_ACTIVE') return 'notActive';
  if (contest.status === 'PAUSED' || contest.isPaused) return 'paused';
  if (contest.status !== 'ACTIVE') return 'notActive';
  return now < Date.parse(contest.startDate) ? 'notStarted' : 'open';
}

/** The status to show: an active contest is upcoming before its start, and ended from its end on. */
export function shownStatus(contest: Timed, now: number): ContestStatus | 'UPCOMING' {
  const state = votingState(contest, now);
  if (contest.status === 'DRAFT') return 'DRAFT';
  if (state === 'notStarted') return 'UPCOMING';
  if (state === 'ended') return 'ENDED';
  return state === 'paused' ? 'PAUSED' : contest.status;
}

/** When voting opens or closes by itself next, in epoch milliseconds; null when it is over. */
export function nextChange(
  { startDate, endDate }: Pick<PublicContestSummary, 'startDate' | 'endDate'>,
  now: number,
): number | null {
  const later = [Date.parse(startDate), Date.parse(endDate)].filter((time) => time > now);
  return later.length ? Math.min(...later) : null;
}

/** The page follows at the second without a reload when voting opens or closes. */
const useContestTime = (contest: Timed) => useServerTime((now) => nextChange(contest, now));

/** The voting state as time passes. */
export function useVotingState(contest: Timed): VotingState {
  return votingState(contest, useContestTime(contest));
}

/** The status to show as time passes. */
export function useShownStatus(contest: Timed): ContestStatus | 'UPCOMING' {
  return shownStatus(contest, useContestTime(contest));
}
