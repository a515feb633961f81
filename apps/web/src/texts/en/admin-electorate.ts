import { plural } from './plural';

/** The list of voters of a contest, for its organiser. */
export const adminElectorate = {
  title: 'Voters on the list',
  lead: 'Each phone number and each ballot code has one vote per category. Numbers and codes are kept so that they cannot be read again.',
  phones: 'Phone numbers',
  codes: 'Ballot codes',
  voted: 'Have voted',
  secret: 'The ballots of this election are secret',
  secretHint:
    'No screen, file or search shows for whom a voter voted. Counts advance together with the public log: once 20 votes wait, and at the latest after 15 minutes.',
  votedTitle: 'Who has voted',
  votedLater:
    'Who has voted is listed here after the end. Before it, the list and the counts together would show for whom.',
  noVoters: 'No votes',
  noVotersHint: 'Electors who have voted are listed here.',
  byCode: 'Ballot code',
  change: (allowed: boolean) =>
    allowed ? 'Voters may change their vote until the end.' : 'A vote cannot be changed.',
  later: 'What you add now is recorded in the audit log and in the public rules of the contest.',
  file: 'Phone numbers (CSV)',
  fileHint: 'One number a line, or a column named “phone”; up to 50,000 lines. All are added, or none.',
  upload: 'Add the numbers',
  added: (added: number, known: number) =>
    `${plural(added, 'number', 'numbers')} added${known ? `, ${known.toLocaleString('en-US')} were there already` : ''}`,
  problems: 'Nothing was added',
  howMany: 'New ballot codes',
  howManyHint: 'Printed slips for voters without a phone; up to 5,000 at a time.',
  make: 'Make codes',
  made: (count: number) => `${plural(count, 'code', 'codes')} made`,
  once: 'Print or download the codes now: they are shown this one time and cannot be read again.',
  print: 'Print the slips',
  download: 'Download as CSV',
  clear: 'Clear the list',
  clearHint: 'Removes all numbers and codes of this draft. Slips that were printed lose their use.',
  confirmClear: {
    title: 'Clear the list?',
    text: (voters: number) =>
      `All ${plural(voters, 'voter', 'voters')} will be removed. Printed slips lose their use: their codes cannot be made again.`,
    confirm: 'Clear the list',
    done: 'The list is empty',
  },
};

/** Slips to cut out. */
export const ballotSlips = {
  pageTitle: (contest: string) => `Ballot codes: ${contest}`,
  print: 'Print',
  gone: 'The codes are no longer here',
  goneHint: 'They are shown once. Make new ones on the contest’s settings.',
  back: 'Back to the contest',
  yourCode: 'Your ballot code',
  vote: 'Scan, or open',
  secret: 'One vote per category. Show this code to no one.',
  qrLabel: (contest: string) => `QR code: vote in ${contest}`,
};
