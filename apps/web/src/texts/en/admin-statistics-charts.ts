import { plural } from './plural';

/** Charts of the statistics screen. */
export const statisticsCharts = {
  title: 'Charts',
  contest: 'Contest',
  allContests: 'All contests',
  loading: 'Reading the charts...',
  hours: {
    title: 'Hours of the day',
    lead: 'When people vote, in Ghana time, over the chosen period.',
    best: (hour: string, votes: string) => `Most votes come between ${hour}: ${votes}.`,
    none: 'No votes in this period.',
    span: (from: string, to: string) => `${from}:00 and ${to}:00`,
    hour: 'Hour',
    bar: (from: string, votes: string) => `${from}:00 · ${votes}`,
  },
  conversion: {
    title: 'From cast to paid',
    lead: 'Votes through the payment provider over the chosen period. Cash and free votes are not part of it.',
    cast: 'Votes cast',
    started: 'Payment begun at the provider',
    paid: 'Paid and counted',
    none: 'No vote was to be paid in this period.',
    rate: (percent: string) => `${percent} of the votes that were cast were paid.`,
  },
  voters: {
    title: 'Votes per voter',
    perPhone: 'by phone number',
    perEmail: 'by voter e-mail',
    phones: (count: number) => plural(count, 'phone number', 'phone numbers'),
    emails: (count: number) => plural(count, 'e-mail address', 'e-mail addresses'),
    none: '–',
    lead: 'A voter is one phone number in one contest, because each voter gives one. Few give an e-mail address, so dividing by addresses says too much; it is shown because older reports use it. Of all time, not of the chosen period.',
  },
  asTable: 'Show as a table',
};
