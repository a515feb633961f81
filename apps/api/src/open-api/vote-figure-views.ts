import {
  PACE_ALARMS,
  PAYMENT_CHANNELS,
  PAYMENT_METHODS,
  TIMELINE_UNITS,
  type TimelineItem,
  type VoteChannel,
  type VotePace,
  type VoteSums,
  type VoteTimeline,
} from '@abato/contracts';
import { cedis, count, dateTime, list, nullable, number, object, oneOf, view } from './schema.js';

const CHANNELS: readonly VoteChannel[] = ['web', 'ussd', 'manual', ...PAYMENT_CHANNELS];
const sums: Record<keyof VoteSums, typeof count> = { votes: count, transactions: count, revenue: cedis };

export const voteTimelineSchema = view(
  'VoteTimeline',
  object<VoteTimeline>({
    unit: oneOf(TIMELINE_UNITS),
    items: list(object<TimelineItem>({ at: dateTime, ...sums })),
    methods: list(
      object<VoteTimeline['methods'][number]>({ method: oneOf(['FREE', ...PAYMENT_METHODS]), ...sums }),
    ),
    channels: list(object<VoteTimeline['channels'][number]>({ channel: oneOf(CHANNELS), ...sums })),
  }),
);

export const votePaceSchema = view(
  'VotePace',
  object<VotePace>({
    minuteVotes: count,
    usualVotes: count,
    phoneShare: nullable(number),
    alarms: list(oneOf(PACE_ALARMS)),
  }),
);
