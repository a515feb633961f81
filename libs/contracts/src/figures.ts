import { CONTEST_STATUSES } from './contest.js';
import { pictureView } from './host.js';
import { PAYMENT_CHANNELS, PAYMENT_METHODS } from './payment.js';
import * as s from './schema.js';

/** What charts are drawn from: sums by hour or day, by method and by channel, all from tallies. */

export const TIMELINE_UNITS = ['hour', 'day'] as const;
export type TimelineUnit = (typeof TIMELINE_UNITS)[number];

/** Most units one answer holds: two weeks of hours, a year of days. */
export const LONGEST_TIMELINE: Record<TimelineUnit, number> = { hour: 336, day: 366 };

/** How a counted vote arrived: free votes by the way they were cast, paid ones by the way they were paid. */
const VOTE_CHANNELS = ['web', 'light', 'ussd', 'manual', ...PAYMENT_CHANNELS] as const;
export type VoteChannel = (typeof VOTE_CHANNELS)[number];

/** Counted votes, their casts, and the money behind them (cedis). */
const sums = { votes: s.count, transactions: s.count, revenue: s.cedis };
export type VoteSums = s.Shown<ReturnType<typeof s.object<typeof sums>>>;

/** `at`: start of the hour or day, ISO, UTC (which is Ghana's time). */
const timelineItem = s.object({ at: s.dateTime, ...sums });
export type TimelineItem = s.Shown<typeof timelineItem>;

export const voteTimelineView = s.view('VoteTimeline', {
  unit: s.oneOf(TIMELINE_UNITS),
  /** Oldest first, without gaps, the running hour or day last. */
  items: s.list(timelineItem),
  /** Over the same period, most votes first; methods and channels without a vote are absent. */
  methods: s.list(s.object({ method: s.oneOf(['FREE', ...PAYMENT_METHODS]), ...sums })),
  channels: s.list(s.object({ channel: s.oneOf(VOTE_CHANNELS), ...sums })),
});
export type VoteTimeline = s.Shown<typeof voteTimelineView>;

/** What the statistics screen draws: a timeline over one or all contests, and what is derived from it. */
export const statisticsChartsView = s.view('StatisticsCharts', {
  unit: s.oneOf(TIMELINE_UNITS),
  items: s.list(timelineItem),
  methods: s.list(s.object({ method: s.oneOf(['FREE', ...PAYMENT_METHODS]), ...sums })),
  channels: s.list(s.object({ channel: s.oneOf(VOTE_CHANNELS), ...sums })),
  /** The 24 hours of the day over the same period, from midnight, UTC. */
  hours: s.list(s.object({ hour: s.count, ...sums })),
  /** Votes to be paid through the provider: cast, of these begun at the provider, of these counted. Same period. */
  conversion: s.object({ cast: s.count, started: s.count, paid: s.count }),
  /** Of all time. A phone number, or an e-mail address, counts once in each contest; without any the average is 0. */
  voters: s.object({
    votes: s.count,
    phones: s.count,
    emails: s.count,
    perPhone: s.number,
    perEmail: s.number,
  }),
});
export type StatisticsCharts = s.Shown<typeof statisticsChartsView>;

/**
 * When votes are unusual. Both rules inform and block nothing: an awards night has peaks that are honest.
 * - SURGE: more votes in one minute than `surgeVotes`, and than `surgeTimes` the median minute of the hour before;
 * - ONE_PHONE: among the newest `sampleCasts` counted casts of the last `sampleMinutes` minutes, if there are at least `sampleFrom`, one
 *   phone number gave `phoneShare` percent of the votes or more.
 */
export const PACE_RULES = {
  surgeVotes: 50,
  surgeTimes: 5,
  usualMinutes: 60,
  sampleMinutes: 5,
  sampleCasts: 1_000,
  sampleFrom: 20,
  phoneShare: 50,
} as const;

export const PACE_ALARMS = ['SURGE', 'ONE_PHONE'] as const;
export type PaceAlarm = (typeof PACE_ALARMS)[number];

/** How fast votes arrive in a contest, compared with its own last hour. */
export const votePaceView = s.view('VotePace', {
  /** Votes of the running minute or the one before, whichever has more. */
  minuteVotes: s.count,
  /** Median votes a minute over the hour before. */
  usualVotes: s.count,
  /** Percent of the sampled votes that came with one phone number; null while the sample is too small to say. */
  phoneShare: s.nullable(s.number),
  alarms: s.list(s.oneOf(PACE_ALARMS)),
});
export type VotePace = s.Shown<typeof votePaceView>;

const title = s.like(s.text, 'Volta Music Awards 2026');

/** Revenue of all contests one may see, in one call. */
export const revenueView = s.view('Revenue', {
  totalRevenue: s.cedis,
  totalPayments: s.count,
  /** Deleted contests too: their money stays in the books. */
  contests: s.list(
    s.object({
      contestId: s.id,
      title,
      totalRevenue: s.cedis,
      totalPayments: s.count,
      archived: s.flag,
      incomplete: s.flag,
    }),
  ),
  /** True when counted payments are still waiting to be added up: the sums are too small. */
  incomplete: s.flag,
});
export type RevenueView = s.Shown<typeof revenueView>;

const topContest = s.object({ id: s.id, title, votes: s.count, revenue: s.cedis });
export type TopContest = s.Shown<typeof topContest>;

export const statisticsView = s.view('Statistics', {
  totalUsers: s.optional(s.count),
  totalHosts: s.count,
  totalContests: s.count,
  activeContests: s.count,
  pausedContests: s.count,
  totalCategories: s.count,
  totalContestants: s.count,
  totalVotes: s.count,
  totalRevenue: s.cedis,
  totalPayments: s.count,
  averageRevenuePerContest: s.cedis,
  averageVotesPerContest: s.count,
  topContests: s.list(topContest),
  /** True when a part could not be read and the sums are too small. */
  incomplete: s.flag,
});
export type StatisticsView = s.Shown<typeof statisticsView>;

/** What the home page says about this installation. */
export const publicFiguresView = s.view('PublicFigures', {
  /** That take votes now. */
  openContests: s.count,
  /** With at least one public contest. */
  hosts: s.count,
  /** Counted in public contests whose results are shown. */
  votes: s.count,
});
export type PublicFigures = s.Shown<typeof publicFiguresView>;

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
