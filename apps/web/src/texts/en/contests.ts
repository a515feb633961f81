import { plural } from '@abato/contracts';

export const contestsTexts = {
  pageTitle: 'Contests',
  title: 'Contests',
  lead: 'Pick a contest, back your favourite, watch the count move.',
  empty: 'No contests available',
  emptyHint: 'Check back later for new contests',
  noMatch: 'No contest matches',
  noMatchHint: 'Try another word, or show all contests.',
  search: 'Search contests',
  searchHint: 'Name or host',
  status: 'Status',
  all: 'All contests',
  card: {
    categories: (count: number) => plural(count, { one: '# category', other: '# categories' }),
    votes: (count: number) => plural(count, { one: '# vote', other: '# votes' }),
    resultsHidden: 'Results hidden',
    starts: (date: string) => `Starts: ${date}`,
    ends: (date: string) => `Ends: ${date}`,
    perVote: 'per vote',
  },
};
