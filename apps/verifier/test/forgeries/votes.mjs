import { forgeriesOf, insert, set, without } from '../forge.mjs';
import { election, freeContest, hiddenContest, KEY, KOFI, paidContest } from '../honest-contests.mjs';
import { commitment, hide, id } from '../published-contest.mjs';

/** @type {import('../forgeries.mjs').Forgery[]} */
export const OF_VOTES = [
  ...forgeriesOf(paidContest, {
    'a paid vote counts more than was paid': {
      log: set(2, { votes: 30 }),
      refused: 'entry 2 has 30 votes for 300 pesewas, and the rules ask for 3000',
    },
    'a bundle is sold too cheap': {
      log: set(3, { amount: 700 }),
      refused: 'entry 3 has 9 votes for 700 pesewas, and the rules ask for 800',
    },
    'votes count twice outside of the window': {
      log: set(4, { cast: '2026-12-02T21:10Z', minute: '2026-12-02T21:10Z' }),
      refused: 'entry 4 has 20 votes for 800 pesewas, and the rules ask for 2000',
    },
    'the price of another category is paid': {
      log: set(5, { amount: 500 }),
      refused: 'entry 5 has 5 votes for 500 pesewas, and the rules ask for 900',
    },
    'cash is given for less': {
      log: set(6, { amount: 40 }),
      refused: 'entry 6 has 4 votes for 40 pesewas, and the rules ask for 400',
    },
    'the price of before the amendment is paid after it': {
      log: set(9, { amount: 200 }),
      refused: 'entry 9 has 2 votes for 200 pesewas, and the rules ask for 300',
    },
    'a free vote stands in a paid contest': {
      log: (contest) => {
        set(2, { kind: 'free', channel: 'web', amount: 0, minute: '2026-12-01T10:05Z', payment: undefined })(
          contest,
        );
        contest.entries.pop();
      },
      refused: 'entry 2 is a free vote, and the rules ask for 100 pesewas a vote',
    },
    'a vote by hand without money stands in a paid contest': {
      log: (contest) => {
        set(6, { channel: 'manual', amount: 0 })(contest);
        delete contest.entries[6].payment;
      },
      refused: 'entry 6 was entered without money before the end',
    },
  }),
  ...forgeriesOf(freeContest, {
    'a payment stands in a free contest': {
      log: set(2, { kind: 'paid', channel: 'card', verified: undefined, payment: commitment('none') }),
      refused: 'entry 2 was paid for with 0 pesewas, and the rules ask for no money',
    },
    'a free vote is above the limit': {
      log: set(2, { votes: 11 }),
      refused: 'entry 2 has 11 votes, and the rules allow 10 free votes at once',
    },
    'a free vote has an amount': {
      log: set(2, { amount: 500 }),
      refused: 'entry 2 is free and has an amount of 500 pesewas instead of 0',
    },
    'a vote is a fraction': {
      log: set(2, { votes: 2.5 }),
      refused: 'entry 2 has votes that are no whole number',
    },
    'a vote is zero': {
      log: set(2, { votes: 0 }),
      refused: 'entry 2 has the wrong sign',
    },
    'a vote is negative': {
      log: set(5, { votes: -1 }),
      refused: 'has the wrong sign',
    },
    'a vote is huge': {
      log: set(2, { votes: 2 ** 53 }),
      refused: 'entry 2 has votes that are no whole number',
    },
    'a vote without proof stands where the rules ask for it': {
      log: without(2, 'verified'),
      refused: 'entry 2 is not verified, and the rules ask for PHONE',
    },
    'a vote of USSD is not proven': {
      log: without(3, 'verified'),
      refused: 'entry 3 is not verified, and a vote of the channel ussd is',
    },
    'votes of the organiser are called free': {
      log: set(7, { kind: 'free' }),
      refused:
        'entry 7 has the channel "manual", and an entry of the kind free of version 2 has web, light, ussd, ballot',
    },
    'votes of the organiser are called votes of the website': {
      log: set(7, { kind: 'free', channel: 'web' }),
      refused: 'entry 7 is not verified, and the rules ask for PHONE',
    },
    'votes by hand have an amount': {
      log: set(7, { amount: 600 }),
      refused: 'entry 7 has an amount of 600 pesewas, and a vote of the channel manual has 0',
    },
    'a vote is for an unlisted nominee': {
      log: set(3, { contestant: id(7) }),
      refused: `entry 3 is a vote for ${id(7)}, who is in no list of nominees before it`,
    },
  }),
  ...forgeriesOf(hiddenContest, {
    'a vote is called proven where the rules do not ask for it': {
      log: set(6, { verified: true }),
      refused: 'entry 6 is verified under rules that do not ask for it',
    },
    'a ballot stands in a contest without electors': {
      log: set(6, { channel: 'ballot' }),
      refused: 'entry 6 has the channel ballot, and the rules are of no election',
    },
    'a hidden vote is above the limit': {
      log: ({ entries }) => {
        const { hidden, hiddenBy, ...open } = entries[3];
        entries[3] = hide({ ...open, contestant: KOFI, votes: 100, amount: 0 }, KEY, 2);
      },
      refused: 'entry 3 has 100 votes, and the rules allow 10 free votes at once',
    },
    'a hidden vote is for an unlisted nominee': {
      log: ({ entries }) => {
        const { hidden, hiddenBy, ...open } = entries[3];
        entries[3] = hide({ ...open, contestant: id(8), votes: 1, amount: 0 }, KEY, 2);
      },
      refused: `entry 3 is a vote for ${id(8)}, who is in no list of nominees before it`,
    },
    'a hidden vote was cast after the end': {
      log: ({ entries }) => {
        Object.assign(entries[3], { cast: '2026-12-05T22:01Z', minute: '2026-12-05T22:01Z' });
        entries.splice(4, 1);
        entries.splice(5);
      },
      refused: 'entry 3 was cast at 2026-12-05T22:01Z, and voting ended',
    },
  }),
  ...forgeriesOf(election, {
    'the organiser votes in an election': {
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
    'more ballots stand than there are electors': {
      log: insert(({ entries }) => ({ ...entries[5], ballot: commitment('a second one') })),
      refused: 'is ballot 4 that stands in the category "Song", and the rules have 3 electors',
    },
    'a ballot has two votes': {
      log: set(3, { votes: 2 }),
      refused: 'entry 3 is a ballot of 2 votes, and a ballot of an election has 1',
    },
    'a ballot comes by another channel': {
      log: set(3, { channel: 'web' }),
      refused: 'entry 3 has the channel web, and ballots of an election have the channel ballot',
    },
  }),
];
