export const contestsTexts = {
  pageTitle: 'Contests',
  title: 'Contests',
  lead: 'Pick a contest, back your favourite, watch the count move.',
  empty: 'No contests available',
  emptyHint: 'Check back later for new contests',
  card: {
    categories: (n: number) => `${n} ${n === 1 ? 'category' : 'categories'}`,
    votes: (n: string, count: number) => `${n} ${count === 1 ? 'vote' : 'votes'}`,
    resultsHidden: 'Results hidden',
    starts: (date: string) => `Starts: ${date}`,
    ends: (date: string) => `Ends: ${date}`,
    perVote: 'per vote',
  },
};
