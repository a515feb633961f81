import { forgeriesOf, insert, set, without } from '../forge.mjs';
import { ADWOA, freeContest, KOFI, paidContest } from '../honest-contests.mjs';
import { commitment } from '../published-contest.mjs';

/** @type {import('../forgeries.mjs').Forgery[]} */
export const OF_REVERSALS = [
  ...forgeriesOf(paidContest, {
    'a reversal does not say of which vote': {
      log: without(7, 'of'),
      refused: 'entry 7 takes back a vote and does not say which',
    },
    'a reversal takes from another nominee': {
      log: set(7, { contestant: KOFI }),
      refused: `entry 7 takes back votes of ${KOFI}, and its vote, entry 3, is for ${ADWOA}`,
    },
    'a reversal has another channel than its vote': {
      log: set(7, { channel: 'mobile_money' }),
      refused: 'entry 7 has the channel mobile_money, and the vote that it takes back, entry 3, has card',
    },
    'a reversal has the commitments of another vote': {
      log: ({ entries }) => set(7, { voter: entries[2].voter })({ entries }),
      refused: 'entry 7 has other commitments than the vote that it takes back, entry 3',
    },
    'a reversal is of a vote after it': {
      log: set(7, { of: 9 }),
      refused: 'entry 7 takes back entry 9, which is no vote before it',
    },
    'a reversal is of an entry that is no vote': {
      log: set(7, { of: 1 }),
      refused: 'entry 7 takes back entry 1, which is no vote before it',
    },
    'a reversal takes more than its vote has': {
      log: set(7, { votes: -10, amount: -800 }),
      refused: 'entry 7 takes back more than is left of entry 3: 9 votes and 800 pesewas',
    },
    'a refund takes too many votes': {
      log: set(7, { votes: -9 }),
      refused: 'entry 7 makes 9 of 9 votes of entry 3 go back for 400 of 800 pesewas, and 4 go back for that',
    },
    'a refund takes too few votes': {
      log: set(7, { votes: -1 }),
      refused: 'entry 7 makes 1 of 9 votes of entry 3 go back for 400 of 800 pesewas, and 4 go back for that',
    },
    'votes of a payment go back without its money': {
      log: set(7, { amount: 0 }),
      refused: 'entry 7 takes back 4 votes and no money of entry 3, which was paid for',
    },
    'votes of one commitment are counted twice': {
      log: ({ entries }) => set(9, { voter: entries[2].voter })({ entries }),
      refused: 'which entry 2 has: each is of one vote',
    },
    'one payment is counted twice': {
      log: ({ entries }) => set(9, { payment: entries[2].payment })({ entries }),
      refused: 'which entry 2 has: each is of one vote',
    },
    'a payment has no commitment': {
      log: without(2, 'payment'),
      refused: 'entry 2 lacks the commitment to its payment',
    },
  }),
  ...forgeriesOf(freeContest, {
    'a vote goes back twice': {
      log: insert(({ entries }) => ({ ...entries[9], minute: '2026-12-06T10:00Z' })),
      refused: 'entry 16 takes back more than is left of entry 6: 0 votes',
    },
    'part of a free vote goes back': {
      log: (contest) => {
        set(8, { votes: -1 })(contest);
        set(10, { votes: 1 })(contest);
      },
      refused: 'entry 8 takes back 1 of 2 votes of entry 5, which was free: free votes go back whole',
    },
    'a reversal is restored twice': {
      log: insert(({ entries }) => ({ ...entries[10], minute: '2026-12-06T10:00Z' })),
      refused: 'entry 16 restores entry 8, which was restored before',
    },
    'more is restored than was taken': {
      log: set(10, { votes: 9 }),
      refused: 'entry 10 restores something else than entry 8 has taken back: 2 votes',
    },
    'what was never taken is restored': {
      log: set(10, { of: 2 }),
      refused: 'entry 10 restores what no earlier entry has taken back',
    },
    'a vote commits to no voter': {
      log: without(2, 'voter'),
      refused: 'entry 2 has no commitment: a vote has that of its voter or of its receipt code',
    },
    'a vote commits to a voter and to a code': {
      log: set(2, { ballot: commitment('another') }),
      refused: 'entry 2 commits to a voter and to a receipt code: a vote has one of them',
    },
  }),
];
