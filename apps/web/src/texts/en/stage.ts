import { provisionalText } from './provisional';

export const stageTexts = {
  pageTitle: (title: string) => `${title} – live`,
  connecting: 'Connecting to the live results...',
  notFound: 'Contest not found',
  qr: (title: string) => `QR code that opens ${title} for voting`,
  scan: 'Scan to vote',
  price: (price: string) => `${price} per vote`,
  free: 'Voting is free',
  code: 'Code',
  votes: (count: number) => (count === 1 ? 'vote' : 'votes'),
  total: 'Total votes',
  closes: 'Voting closes in',
  opens: 'Voting opens in',
  kinds: { all: '', top: 'Top 10', movers: 'Rising now', next: 'Right behind' },
  winner: 'Winner',
  provisionalLeader: 'Provisional',
  gained: (places: number) => `▲ ${places}`,
  notActive: 'No votes are taken at the moment',
  hiddenTitle: 'Results are kept under wraps',
  hiddenText: 'Every vote counts. The ranking is shown when the organiser opens the envelope.',
  paused: 'Voting is paused',
  counting: 'Voting has ended · the last votes are being counted',
  /** The hall reads first that it is over, then why figures may still change. */
  provisional: (contest: Parameters<typeof provisionalText>[0]) =>
    `Voting has ended · ${provisionalText(contest)}`,
  final: 'Voting has ended · final results',
  notStarted: (date: string) => `Voting opens on ${date}`,
  page: (page: number, pages: number) => `${page} of ${pages}`,
  empty: 'The contestants will appear here.',
  more: (count: number) => `and ${count} more`,
  leading: 'In the lead',
  black: 'The screen is black',
};

export const embedTexts = {
  vote: 'Vote now',
  notFound: 'This ranking is not available.',
  /** While no votes are taken. */
  open: 'See the contest',
  hidden: 'Results are hidden for now. Voting goes on.',
  hiddenClosed: 'Results are hidden for now.',
  final: 'Final results',
  poweredBy: 'Live ranking by Abato',
};
