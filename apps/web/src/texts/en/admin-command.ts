const count = (value: number) => (value === 1 ? '1 match' : `${value} matches`);

/** The command bar: ⌘K, Ctrl-K. */
export const adminCommand = {
  title: 'Search or jump to',
  placeholder: 'Contest, host, page, payment code …',
  placeholderSuper: 'Contest, host, user, payment code …',
  list: 'Matches',
  groups: {
    here: 'This contest',
    pages: 'Pages',
    contests: 'Contests',
    hosts: 'Hosts',
    users: 'Users',
    payments: 'Payments and votes',
  },
  more: {
    held: 'Held votes',
    quarantine: 'Take votes out',
    cash: 'Entries to confirm',
    profile: 'My profile',
    home: 'Public home page',
    findVote: 'Find my vote',
  },
  here: {
    overview: 'Console',
    nominees: 'Nominees',
    money: 'Money',
    share: 'Share',
    settings: 'Settings',
    log: 'Log',
    payments: 'Payments',
    votes: 'Votes',
    held: 'Held votes',
    quarantine: 'Take votes out',
    stage: 'Stage screen',
    public: 'Public page',
  },
  vote: (votes: number, name: string) =>
    `${votes === 1 ? '1 vote' : `${votes.toLocaleString('en-US')} votes`} for ${name}`,
  searching: 'Searching',
  none: 'Nothing matches.',
  noneHint: 'Payments are found by their whole reference or receipt code.',
  matches: count,
  failed: 'The search failed. Try again.',
  keys: { move: 'choose', open: 'open', close: 'close' },
};
