export const adminCharts = {
  votesTitle: 'Votes per Day',
  range: 'Period',
  days: (count: number) => `Last ${count} days`,
  votes: 'Votes',
  transactions: 'Transactions',
  summary: (votes: string, days: number, best: string, bestVotes: string) =>
    `${votes} votes in ${days} days; the best day was ${best} with ${bestVotes} votes.`,
  none: 'No votes in this period.',
};
