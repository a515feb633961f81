import { CONTEST_STATUSES } from './contest.js';
import { pictureView } from './host.js';
import * as s from './schema.js';
import { votePaceView } from './vote-figures.js';

/** What organisers look at while voting is open: one contest (the console), and all of theirs (the overview). */

/** Minutes of votes that the console draws, the running one included. */
export const CONSOLE_MINUTES = 30;
/** Hours of votes that the overview draws for each contest, the running one included. */
export const OVERVIEW_HOURS = 24;
/** Most contests that the overview lists. */
export const OVERVIEW_CONTESTS = 12;

/** Payment health looks at the newest attempts of so many minutes, and at no more than so many of them. */
export const PAYMENT_HEALTH = { minutes: 15, newest: 1_000, longWaitMinutes: 5 } as const;

const standing = s.object({
  id: s.id,
  name: s.like(s.text, 'Adwoa Boateng'),
  photo: pictureView,
  order: s.count,
  votes: s.count,
  /** Within the category; equal counts share a rank (1, 1, 3). */
  rank: s.like(s.count, 1),
  /** Share of the category's votes, one decimal. */
  percentage: s.number,
});

export const contestConsoleView = s.view('ContestConsole', {
  contestId: s.id,
  /** The server's time at the moment of reading: what a countdown starts from. */
  at: s.dateTime,
  /** Version of the tally that the counts belong to; those of `contest:tally` continue it. */
  version: s.count,
  totalVotes: s.count,
  /** Counts as they are now, also while results are hidden and after the end. */
  categories: s.list(
    s.object({
      id: s.id,
      name: s.like(s.text, 'Best New Artist'),
      order: s.count,
      votes: s.count,
      contestants: s.list(standing),
    }),
  ),
  /** Oldest first, without gaps, the running minute last. */
  minutes: s.list(s.object({ at: s.dateTime, votes: s.count })),
  pace: votePaceView,
  payments: s.object({
    /** Payments that are neither counted nor failed. */
    waiting: s.count,
    /** Of these, begun more than five minutes ago. */
    waitingLong: s.count,
    /** Of the newest attempts of the last 15 minutes: those counted, failed, and begun without an answer of the provider. */
    recentPaid: s.count,
    recentFailed: s.count,
    recentUnanswered: s.count,
  }),
  /** Free votes that wait for the organiser's decision. */
  held: s.object({ votes: s.count, transactions: s.count }),
  /** Connections that show the contest now; null when the processes' figures cannot be read. */
  viewers: s.nullable(s.count),
});
export type ContestConsole = s.Shown<typeof contestConsoleView>;

/**
 * What waits for a decision. HELD_VOTES and LATE_DRAFTS (drafts whose start has passed): of own contests. CASH and DISPUTES: of own contests,
 * for super admins of all. The others are the super admins'.
 */
export const DECISION_KINDS = [
  'APPROVALS',
  'PAYMENTS',
  'CORRECTIONS',
  'WEBHOOKS',
  'DISPUTES',
  'HELD_VOTES',
  'APPEALS',
  'CASH',
  'LATE_DRAFTS',
] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

const overviewContest = s.object({
  id: s.id,
  title: s.like(s.text, 'Volta Music Awards 2026'),
  status: s.oneOf(CONTEST_STATUSES),
  isPaused: s.flag,
  showResults: s.flag,
  startDate: s.dateTime,
  endDate: s.dateTime,
  votes: s.count,
  revenue: s.cedis,
  /** Votes of each hour, oldest first, the running one last. */
  hours: s.list(s.count),
});
export type OverviewContest = s.Shown<typeof overviewContest>;

export const overviewView = s.view('Overview', {
  /** Start of the day that `today` is about, UTC (which is Ghana's time). */
  day: s.dateTime,
  today: s.object({ votes: s.count, payments: s.count, revenue: s.cedis }),
  /** Kinds of which something waits, in the order of `DECISION_KINDS`; `contestId` when all of it is in one contest. */
  decisions: s.list(s.object({ kind: s.oneOf(DECISION_KINDS), count: s.count, contestId: s.nullable(s.id) })),
  /** Those that take votes first, by their end; then drafts; then ended ones, newest first. */
  contests: s.list(overviewContest),
  totalContests: s.count,
});
export type Overview = s.Shown<typeof overviewView>;
