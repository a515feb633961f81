import { insert, set, without } from '../forge.mjs';
import { election, freeContest, hiddenContest, KEY, KOFI, paidContest } from '../honest-contests.mjs';
import { commitment, hide, id } from '../published-contest.mjs';

/** @type {import('../forgeries.mjs').Forgery[]} */
export const OF_VOTES = [
  {
    what: 'a paid vote counts more than was paid',
    of: paidContest,
    log: set(2, { votes: 30 }),
    refused: 'entry 2 has 30 votes for 300 pesewas, and the rules ask for 3000',
  },
  {
    what: 'a bundle is sold too cheap',
    of: paidContest,
    log: set(3, { amount: 700 }),
    refused: 'entry 3 has 9 votes for 700 pesewas, and the rules ask for 800',
  },
  {
    what: 'votes count twice outside of the window',
    of: paidContest,
    log: set(4, { cast: '2026-12-02T21:10Z', minute: '2026-12-02T21:10Z' }),
    refused: 'entry 4 has 20 votes for 800 pesewas, and the rules ask for 2000',
  },
  {
    what: 'the price of another category is paid',
    of: paidContest,
    log: set(5, { amount: 500 }),
    refused: 'entry 5 has 5 votes for 500 pesewas, and the rules ask for 900',
  },
  {
    what: 'cash is given for less',
    of: paidContest,
    log: set(6, { amount: 40 }),
    refused: 'entry 6 has 4 votes for 40 pesewas, and the rules ask for 400',
  },
  {
    what: 'the price of before the amendment is paid after it',
    of: paidContest,
    log: set(9, { amount: 200 }),
    refused: 'entry 9 has 2 votes for 200 pesewas, and the rules ask for 300',
  },
  {
    what: 'a payment stands in a free contest',
    of: freeContest,
    log: set(2, { kind: 'paid', channel: 'card', verified: undefined, payment: commitment('none') }),
    refused: 'entry 2 was paid for with 0 pesewas, and the rules ask for no money',
  },
  {
    what: 'a free vote stands in a paid contest',
    of: paidContest,
    log: (contest) => {
      set(2, { kind: 'free', channel: 'web', amount: 0, minute: '2026-12-01T10:05Z', payment: undefined })(
        contest,
      );
      contest.entries.pop();
    },
    refused: 'entry 2 is a free vote, and the rules ask for 100 pesewas a vote',
  },
  {
    what: 'a free vote is above the limit',
    of: freeContest,
    log: set(2, { votes: 11 }),
    refused: 'entry 2 has 11 votes, and the rules allow 10 free votes at once',
  },
  {
    what: 'a free vote has an amount',
    of: freeContest,
    log: set(2, { amount: 500 }),
    refused: 'entry 2 is free and has an amount of 500 pesewas instead of 0',
  },
  {
    what: 'a vote is a fraction',
    of: freeContest,
    log: set(2, { votes: 2.5 }),
    refused: 'entry 2 has votes that are no whole number',
  },
  {
    what: 'a vote is zero',
    of: freeContest,
    log: set(2, { votes: 0 }),
    refused: 'entry 2 has the wrong sign',
  },
  { what: 'a vote is negative', of: freeContest, log: set(5, { votes: -1 }), refused: 'has the wrong sign' },
  {
    what: 'a vote is huge',
    of: freeContest,
    log: set(2, { votes: 2 ** 53 }),
    refused: 'entry 2 has votes that are no whole number',
  },
  {
    what: 'a vote without proof stands where the rules ask for it',
    of: freeContest,
    log: without(2, 'verified'),
    refused: 'entry 2 is not verified, and the rules ask for PHONE',
  },
  {
    what: 'a vote is called proven where the rules do not ask for it',
    of: hiddenContest,
    log: set(6, { verified: true }),
    refused: 'entry 6 is verified under rules that do not ask for it',
  },
  {
    what: 'a vote of USSD is not proven',
    of: freeContest,
    log: without(3, 'verified'),
    refused: 'entry 3 is not verified, and a vote of the channel ussd is',
  },
  {
    what: 'votes of the organiser are called free',
    of: freeContest,
    log: set(7, { kind: 'free' }),
    refused:
      'entry 7 has the channel "manual", and an entry of the kind free of version 2 has web, light, ussd, ballot',
  },
  {
    what: 'votes of the organiser are called votes of the website',
    of: freeContest,
    log: set(7, { kind: 'free', channel: 'web' }),
    refused: 'entry 7 is not verified, and the rules ask for PHONE',
  },
  {
    what: 'a vote by hand without money stands in a paid contest',
    of: paidContest,
    log: (contest) => {
      set(6, { channel: 'manual', amount: 0 })(contest);
      delete contest.entries[6].payment;
    },
    refused: 'entry 6 was entered without money before the end',
  },
  {
    what: 'votes by hand have an amount',
    of: freeContest,
    log: set(7, { amount: 600 }),
    refused: 'entry 7 has an amount of 600 pesewas, and a vote of the channel manual has 0',
  },
  {
    what: 'the organiser votes in an election',
    of: election,
    log: insert(({ entries }) => ({
      ...entries[7],
      kind: 'manual',
      channel: 'manual',
      verified: undefined,
      cast: '2026-12-05T21:50Z',
      minute: '2026-12-05T21:50Z',
      ballot: commitment('organiser'),
    })),
    refused: 'entry 8 was entered by the organiser before the end, and in an election only voters vote',
  },
  {
    what: 'more ballots stand than there are electors',
    of: election,
    log: insert(({ entries }) => ({ ...entries[5], ballot: commitment('a second one') })),
    refused: 'is ballot 4 that stands in the category "Song", and the rules have 3 electors',
  },
  {
    what: 'a ballot has two votes',
    of: election,
    log: set(3, { votes: 2 }),
    refused: 'entry 3 is a ballot of 2 votes, and a ballot of an election has 1',
  },
  {
    what: 'a ballot comes by another channel',
    of: election,
    log: set(3, { channel: 'web' }),
    refused: 'entry 3 has the channel web, and ballots of an election have the channel ballot',
  },
  {
    what: 'a ballot stands in a contest without electors',
    of: hiddenContest,
    log: set(6, { channel: 'ballot' }),
    refused: 'entry 6 has the channel ballot, and the rules are of no election',
  },
  {
    what: 'a vote is for an unlisted nominee',
    of: freeContest,
    log: set(3, { contestant: id(7) }),
    refused: `entry 3 is a vote for ${id(7)}, who is in no list of nominees before it`,
  },
  {
    what: 'a hidden vote is above the limit',
    of: hiddenContest,
    log: ({ entries }) => {
      const { hidden, hiddenBy, ...open } = entries[3];
      entries[3] = hide({ ...open, contestant: KOFI, votes: 100, amount: 0 }, KEY, 2);
    },
    refused: 'entry 3 has 100 votes, and the rules allow 10 free votes at once',
  },
  {
    what: 'a hidden vote is for an unlisted nominee',
    of: hiddenContest,
    log: ({ entries }) => {
      const { hidden, hiddenBy, ...open } = entries[3];
      entries[3] = hide({ ...open, contestant: id(8), votes: 1, amount: 0 }, KEY, 2);
    },
    refused: `entry 3 is a vote for ${id(8)}, who is in no list of nominees before it`,
  },
  {
    what: 'a hidden vote was cast after the end',
    of: hiddenContest,
    log: ({ entries }) => {
      Object.assign(entries[3], { cast: '2026-12-05T22:01Z', minute: '2026-12-05T22:01Z' });
      entries.splice(4, 1);
      entries.splice(5);
    },
    refused: 'entry 3 was cast at 2026-12-05T22:01Z, and voting ended',
  },
];
