import type { PublicContestSummary } from '@abato/contracts';
import { useEffect, useState } from 'react';

export type VotingState = 'open' | 'notStarted' | 'paused' | 'ended' | 'notActive';

/** Whether votes are taken now, and if not, why. The server decides again at every cast; this only saves the way. */
export function votingState(
  contest: Pick<PublicContestSummary, 'status' | 'isPaused' | 'startDate' | 'endDate'>,
  now: number,
): VotingState {
  if (contest.status === 'ENDED' || now >= Date.parse(contest.endDate)) return 'ended';
  if (contest.status === 'PAUSED' || contest.isPaused) return 'paused';
  if (contest.status !== 'ACTIVE') return 'notActive';
  return now < Date.parse(contest.startDate) ? 'notStarted' : 'open';
}

/** Longest delay a browser's timer can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The voting state as time passes: opens and closes at the second without a reload. */
export function useVotingState(
  contest: Pick<PublicContestSummary, 'status' | 'isPaused' | 'startDate' | 'endDate'>,
): VotingState {
  const [now, setNow] = useState(() => Date.now());
  const { startDate, endDate } = contest;
  useEffect(() => {
    const next = [Date.parse(startDate), Date.parse(endDate)]
      .filter((time) => time > now)
      .sort((a, b) => a - b)[0];
    if (next === undefined) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now() + 50, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  }, [startDate, endDate, now]);
  return votingState(contest, now);
}
