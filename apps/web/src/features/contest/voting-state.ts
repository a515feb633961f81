import type { PublicContestSummary } from '@abato/contracts';
import { useEffect, useState } from 'react';

export type VotingState = 'open' | 'notStarted' | 'paused' | 'ended' | 'notActive';

type Votable = Pick<PublicContestSummary, 'status' | 'isPaused' | 'startDate' | 'endDate' | 'reason'>;

/** Whether votes are taken now, and if not, why. The server decides again at every cast. */
export function votingState(contest: Votable, now: number): VotingState {
  if (contest.status === 'ENDED' || now >= Date.parse(contest.endDate)) return 'ended';
  // Only the server knows whether the host is active; the rest follows from dates and status, to the second.
  if (contest.reason === 'CONTEST_NOT_ACTIVE') return 'notActive';
  if (contest.status === 'PAUSED' || contest.isPaused) return 'paused';
  if (contest.status !== 'ACTIVE') return 'notActive';
  return now < Date.parse(contest.startDate) ? 'notStarted' : 'open';
}

/** When voting opens or closes by itself next, in epoch milliseconds; null when it is over. */
export function nextChange(
  { startDate, endDate }: Pick<PublicContestSummary, 'startDate' | 'endDate'>,
  now: number,
): number | null {
  const later = [Date.parse(startDate), Date.parse(endDate)].filter((time) => time > now);
  return later.length ? Math.min(...later) : null;
}

/** Longest delay a browser's timer can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The voting state as time passes: opens and closes at the second without a reload. */
export function useVotingState(contest: Votable): VotingState {
  const [now, setNow] = useState(() => Date.now());
  const { startDate, endDate } = contest;
  useEffect(() => {
    const next = nextChange({ startDate, endDate }, now);
    if (next === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now() + 50, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  }, [startDate, endDate, now]);
  return votingState(contest, now);
}
