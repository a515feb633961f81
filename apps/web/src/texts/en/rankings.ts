import { plural } from '@abato/contracts';

const votesOf = (count: number): string => plural(count, { one: '# vote', other: '# votes' });

export const rankingsTexts = {
  title: { current: 'Current Rankings', provisional: 'Provisional results', final: 'Final results' },
  show: 'Show the table',
  hide: 'Hide the table',
  winner: 'Winner',
  rank: 'Rank',
  contestant: 'Contestant',
  votes: 'Votes',
  progress: 'Progress',
  leading: 'Leading',
  second: '2nd Place',
  third: '3rd Place',
  caption: (title: string, category: string) => `${title} in ${category}`,
  checked: 'Every counted vote is in a public log that anyone can check.',
  audit: 'Check these results',
  announce: {
    leader: (category: string, name: string, votes: number) =>
      `${category}: ${name} leads with ${votesOf(votes)}.`,
    total: (votes: number) => `${votesOf(votes)} in total.`,
  },
};
