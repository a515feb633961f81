import { PAYMENT_CHANNELS, PAYMENT_METHODS } from './payment.js';
import * as s from './schema.js';

/** What charts are drawn from: sums by hour or day, by method and by channel, all from folds. */

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
