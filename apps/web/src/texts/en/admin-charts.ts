import type { PaymentMethod, VoteChannel } from '@abato/contracts';

const methods: Record<PaymentMethod | 'FREE', string> = {
  FREE: 'Free votes',
  PAYSTACK: 'PAYSTACK',
  MANUAL: 'MANUAL',
};

const channels: Record<VoteChannel, string> = {
  web: 'Web',
  light: 'Light page',
  ussd: 'USSD',
  manual: 'Entered by hand',
  mobile_money: 'Mobile money',
  card: 'Card',
  cash: 'Cash',
  other: 'Other',
};

export const adminCharts = {
  titles: { votes: 'Votes over Time', revenue: 'Revenue over Time' },
  range: 'Period',
  period: {
    hour: (count: number) => `Last ${count} hours`,
    day: (count: number) => `Last ${count} days`,
  },
  unit: { hour: 'Hour', day: 'Day' },
  votes: 'Votes',
  transactions: 'Transactions',
  revenue: 'Revenue',
  voteCount: (formatted: string, count: number) => `${formatted} ${count === 1 ? 'vote' : 'votes'}`,
  summary: {
    hour: (total: string, count: number, best: string, most: string) =>
      `${total} in ${count} hours. The best hour began on ${best}, with ${most}.`,
    day: (total: string, count: number, best: string, most: string) =>
      `${total} in ${count} days. The best day was ${best}, with ${most}.`,
  },
  none: { votes: 'No votes in this period.', revenue: 'No revenue in this period.' },
  byMethod: 'By method',
  byChannel: 'By channel',
  methods,
  channels,
  asTable: 'Show as a table',
  logTimeline: 'Votes over time could not be read:',
};

export const votePace = {
  title: 'Unusual votes',
  SURGE: (minute: string, usual: string) =>
    `${minute} arrived within one minute; a usual minute of the hour before had ${usual}.`,
  ONE_PHONE: (share: string) =>
    `${share} of the votes of the last 5 minutes came with one and the same phone number.`,
  advice:
    'This may be an honest peak, such as an announcement on stage. Look at the votes below; if something is wrong, pause the contest.',
  calm: (minute: string, usual: string) =>
    `Nothing unusual: ${minute} in the last minute, ${usual} is usual over the hour before.`,
  manage: 'Open the contest',
  log: 'The pace of votes could not be read:',
};
