import { CONTEST_STATUSES } from './contest.js';
import { pictureView } from './host.js';
import {
  cedis,
  count,
  dateTime,
  flag,
  id,
  like,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Shown,
  text,
  view,
} from './schema.js';
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

const standing = object({
  id,
  name: like(text, 'Adwoa Boateng'),
  photo: pictureView,
  order: count,
  votes: count,
  /** Within the category; equal counts share a rank (1, 1, 3). */
  rank: like(count, 1),
  /** Share of the category's votes, one decimal. */
  percentage: number,
});

export const contestConsoleView = view('ContestConsole', {
  contestId: id,
  /** The server's time at the moment of reading: what a countdown starts from. */
  at: dateTime,
  /** Version of the tally that the counts belong to; those of `contest:tally` continue it. */
  version: count,
  totalVotes: count,
  /** Counts as they are now, also while results are hidden and after the end. */
  categories: list(
    object({
      id,
      name: like(text, 'Best New Artist'),
      order: count,
      votes: count,
      contestants: list(standing),
    }),
  ),
  /** Oldest first, without gaps, the running minute last. */
  minutes: list(object({ at: dateTime, votes: count })),
  pace: votePaceView,
  payments: object({
    /** Payments that are neither counted nor failed. */
    waiting: count,
    /** Of these, begun more than five minutes ago. */
    waitingLong: count,
    /** Of the newest attempts of the last 15 minutes: those counted, failed, and begun without an answer of the provider. */
    recentPaid: count,
    recentFailed: count,
    recentUnanswered: count,
  }),
  /** Free votes that wait for the organiser's decision. */
  held: object({ votes: count, transactions: count }),
  /** Connections that show the contest now; null when the processes' figures cannot be read. */
  viewers: nullable(count),
});
export type ContestConsole = Shown<typeof contestConsoleView>;

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

const overviewContest = object({
  id,
  title: like(text, 'Volta Music Awards 2026'),
  status: oneOf(CONTEST_STATUSES),
  isPaused: flag,
  showResults: flag,
  startDate: dateTime,
  endDate: dateTime,
  votes: count,
  revenue: cedis,
  /** Votes of each hour, oldest first, the running one last. */
  hours: list(count),
});
export type OverviewContest = Shown<typeof overviewContest>;

export const overviewView = view('Overview', {
  /** Start of the day that `today` is about, UTC (which is Ghana's time). */
  day: dateTime,
  today: object({ votes: count, payments: count, revenue: cedis }),
  /** Kinds of which something waits, in the order of `DECISION_KINDS`; `contestId` when all of it is in one contest. */
  decisions: list(object({ kind: oneOf(DECISION_KINDS), count, contestId: nullable(id) })),
  /** Those that take votes first, by their end; then drafts; then ended ones, newest first. */
  contests: list(overviewContest),
  totalContests: count,
});
export type Overview = Shown<typeof overviewView>;
