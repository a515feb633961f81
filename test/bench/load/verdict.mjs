import { SHAPES } from './load.mjs';

/** What must hold for "ready", in ms: voters wait for their answer, screens for the count. */
const ANSWER_P99_MS = 1_000;
const SCREEN_P99_MS = 2_000;
/** Of the votes that became due. */
const REACHED_SHARE = 0.95;
/** A shorter one meets no tally, no checkpoint and no full queue often enough. */
const LEAST_MINUTES = 1;
/** Voters who each vote once arrive within this time. */
const ARRIVE_WITHIN_SECONDS = 600;

const countOf = (count, what) => `${count} ${what}${count === 1 ? ' was' : 's were'}`;

/**
 * Whether an installation is ready for what was rehearsed.
 * @param report of a rehearsal
 * @returns {{ ready: boolean, voters: number, text: string, reasons: string[] }} reasons: what speaks against it
 */
export function verdictOf({ asked, seconds, latency, screen, ...votes }) {
  // Of a load that is not always at its highest, only what it was on average has been shown to work for ten minutes.
  const expected = asked.votesPerSecond * SHAPES[asked.shape].mean;
  const voters = Math.round(expected * ARRIVE_WITHIN_SECONDS);
  // Arrivals are random: few of them are seldom as many as were asked for, and almost never four deviations fewer.
  const due = expected * seconds;
  const least = Math.max(1, due - 4 * Math.sqrt(due));
  const answered = votes.accepted + votes.refused;
  const rate = (count) => (count / seconds).toFixed(1);
  const against = [
    [asked.minutes < LEAST_MINUTES, 'it was shorter than a minute, which shows too little'],
    [
      votes.sent < least,
      `${countOf(votes.sent, 'vote')} made, of about ${Math.round(due)} that were asked for`,
    ],
    [!votes.noneLost, `${countOf(votes.accepted - votes.counted, 'accepted vote')} not counted`],
    [votes.refused > 0, `${countOf(votes.refused, 'vote')} refused`],
    [votes.errors > 0, `${countOf(votes.errors, 'connection')} lost while a vote was on its way`],
    [votes.unanswered > 0, `${countOf(votes.unanswered, 'vote')} never answered`],
    [
      answered < votes.sent * REACHED_SHARE,
      `${rate(answered)} votes a second were answered, of ${rate(votes.sent)} that were due`,
    ],
    [latency.p99 > ANSWER_P99_MS, `1 % of the voters waited longer than ${ANSWER_P99_MS} ms for the answer`],
    [screen.p99 > SCREEN_P99_MS, `1 % of the counts came later than ${SCREEN_P99_MS} ms`],
    [votes.closed > 0, `${countOf(votes.closed, 'viewer')} disconnected`],
    [!votes.upToDate, 'not every screen showed the final count'],
  ];
  const reasons = against.filter(([holds]) => holds).map(([, reason]) => reason);
  const crowd = `${voters.toLocaleString('en')} voters within ten minutes, ${asked.viewers.toLocaleString('en')} watching at a time`;
  const ready = reasons.length === 0;
  return { ready, voters, text: `${ready ? 'Ready' : 'Not ready'} for ${crowd}`, reasons };
}
