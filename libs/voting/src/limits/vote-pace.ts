import { PACE_RULES, type PaceAlarm, percentage, type VotePace } from '@abato/contracts';

const MINUTE_MS = 60_000;

export interface MinuteVotes {
  minute: Date;
  votes: number;
}

/** The newest counted casts, as `PACE_RULES` samples them. */
export interface CastSample {
  casts: number;
  votes: number;
  /** Votes of the phone number that gave most of them. */
  mostOfOnePhone: number;
}

/**
 * Whether votes arrive in an unusual way: the rules are in `PACE_RULES`.
 * @param minutes in any order; a minute without votes may be absent
 */
export function judgePace(minutes: readonly MinuteVotes[], sample: CastSample, now: Date): VotePace {
  const running = Math.floor(now.getTime() / MINUTE_MS);
  const votesIn = new Map(
    minutes.map(({ minute, votes }) => [Math.floor(minute.getTime() / MINUTE_MS), votes]),
  );
  // Two minutes are looked at: the running one alone would forget a surge as soon as the clock moves on.
  const minuteVotes = Math.max(votesIn.get(running) ?? 0, votesIn.get(running - 1) ?? 0);
  const before = Array.from(
    { length: PACE_RULES.usualMinutes },
    (_, back) => votesIn.get(running - 2 - back) ?? 0,
  );
  const usualVotes = median(before);
  const phoneShare =
    sample.casts >= PACE_RULES.sampleFrom ? percentage(sample.mostOfOnePhone, sample.votes) : null;
  const alarms: PaceAlarm[] = [];
  if (minuteVotes > PACE_RULES.surgeVotes && minuteVotes > PACE_RULES.surgeTimes * usualVotes)
    alarms.push('SURGE');
  if (phoneShare !== null && phoneShare >= PACE_RULES.phoneShare) alarms.push('ONE_PHONE');
  return { minuteVotes, usualVotes, phoneShare, alarms };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return Math.round(((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2);
}
