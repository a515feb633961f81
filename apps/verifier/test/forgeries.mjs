import {
  ADWOA,
  election,
  ESI,
  freeContest,
  hiddenContest,
  KEY,
  KOFI,
  paidContest,
  reversalOf,
  roster,
} from './honest-contests.mjs';
import { canonical } from '../src/entry.mjs';
import { commitment, hashOf, hide, id, rulesEntry } from './published-contest.mjs';

/**
 * Forgeries: what an operator with the key of the log could publish, each one small change of an honest contest. What follows from the entries
 * follows the forgery: signature, root, tiles, counts and ranks of the page, rules and their hashes. `page` and `answer` change what the site shows
 * after that.
 * @typedef {object} Forgery
 * @property {string} what
 * @property {() => import('./published-contest.mjs').Contest} of the honest contest
 * @property {(contest: import('./published-contest.mjs').Contest) => void} [log] changes entries or rules
 * @property {(page: Record<string, any>) => void} [page]
 * @property {(rules: Record<string, any>) => void} [answer]
 * @property {string} refused the sentence, or a part of it
 */

const set =
  (index, fields) =>
  ({ entries }) =>
    void Object.assign(entries[index], fields);
const without =
  (index, ...names) =>
  ({ entries }) =>
    void names.forEach((name) => delete entries[index][name]);
const insert = (make) => (contest) => void contest.entries.push(...[make(contest)].flat());
const person = (page, who) =>
  page.categories.flatMap(({ contestants }) => contestants).find((one) => one.id === who);

/** @type {Forgery[]} */
const OF_VOTES = [
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

/** @type {Forgery[]} */
const OF_FORM = [
  {
    what: 'the channel is not known',
    of: freeContest,
    log: set(2, { channel: 'api' }),
    refused:
      'entry 2 has the channel "api", and an entry of the kind free of version 2 has web, light, ussd, ballot',
  },
  {
    what: 'the kind is not known',
    of: freeContest,
    log: set(2, { kind: 'bonus' }),
    refused: 'entry 2 is of no kind that is known',
  },
  {
    what: 'a field is not known',
    of: freeContest,
    log: set(2, { weight: 5 }),
    refused: 'entry 2 has other fields than an entry of the kind free of version 2: "weight"',
  },
  {
    what: 'a minute is in no calendar',
    of: freeContest,
    log: set(2, { minute: '2026-13-41T10:00Z', cast: '2026-13-41T10:00Z' }),
    refused: 'entry 2 has no time',
  },
  {
    what: 'an entry has the version of before among those of version 2',
    of: freeContest,
    log: ({ entries }) => {
      Object.assign(entries[5], { v: 1 });
      delete entries[5].cast;
    },
    refused: 'entry 5 is of version 1, and entry 1 has names: from there on votes are of version 2',
  },
  {
    what: 'a vote of version 2 comes before any names',
    of: freeContest,
    log: ({ entries }) => void entries.splice(1, 0, ...entries.splice(2, 1)),
    refused: 'entry 1 is a vote of version 2, and no entry before it names its nominee',
  },
];

/** @type {Forgery[]} */
const OF_TIMES = [
  {
    what: 'a vote was cast before voting began',
    of: freeContest,
    log: set(2, { cast: '2026-12-01T09:58Z', minute: '2026-12-01T09:58Z' }),
    refused: 'entry 2 was cast at 2026-12-01T09:58Z, and voting began at 2026-12-01T10:00:00.000Z',
  },
  {
    what: 'a vote was cast after the end',
    of: freeContest,
    log: set(12, { cast: '2026-12-05T22:01Z', minute: '2026-12-05T22:01Z' }),
    refused: 'entry 12 was cast at 2026-12-05T22:01Z, and voting ended at 2026-12-05T22:00:00.000Z',
  },
  {
    what: 'a paid vote was cast after the end',
    of: paidContest,
    log: set(10, { cast: '2026-12-05T22:10Z', minute: '2026-12-05T22:11Z' }),
    refused: 'entry 10 was cast at 2026-12-05T22:10Z, and voting ended',
  },
  {
    what: 'a payment counts eight days after the end',
    of: paidContest,
    log: set(10, { minute: '2026-12-13T22:10Z' }),
    refused: 'entry 10 was counted at 2026-12-13T22:10Z, and voting ended at 2026-12-05T22:00:00.000Z',
  },
  {
    what: 'cash counts after the end',
    of: paidContest,
    log: ({ entries }) => {
      Object.assign(entries[6], { minute: '2026-12-05T23:00Z' });
      entries.splice(7, 4);
      entries.length = 7;
      entries.push(rulesEntryOfSecond());
    },
    refused: 'entry 6 was counted at 2026-12-05T23:00Z, and voting ended',
  },
  {
    what: 'a vote was counted before it was cast',
    of: paidContest,
    log: set(2, { minute: '2026-12-01T10:04Z' }),
    refused: 'entry 2 was cast at 2026-12-01T10:05Z, after it was counted at 2026-12-01T10:04Z',
  },
  {
    what: 'minutes fall back',
    of: freeContest,
    log: set(5, { cast: '2026-12-02T09:20Z', minute: '2026-12-02T09:20Z' }),
    refused:
      'entry 5 is of 2026-12-02T09:20Z, more than 30 minutes before an entry before it, of 2026-12-02T10:01Z',
  },
  {
    what: 'a free vote counts later without a decision',
    of: freeContest,
    log: without(4, 'released'),
    refused:
      'entry 4 was cast at 2026-12-02T09:00Z and counted at 2026-12-02T10:01Z, and no decision of a person is between',
  },
  {
    what: 'a decision has another minute than its vote',
    of: freeContest,
    log: set(4, { released: { minute: '2026-12-02T09:30Z', reason: 'A school votes together' } }),
    refused: 'entry 4 was let in at 2026-12-02T09:30Z and counted at 2026-12-02T10:01Z',
  },
];

/** @type {Forgery[]} */
const OF_RULES = [
  {
    what: 'a vote names rules that come later',
    of: paidContest,
    log: ({ entries }) => set(2, { rules: entries[8].rules })({ entries }),
    refused: 'entry 2 names rules that are not in the log before it',
  },
  {
    what: 'a vote names rules that were in force no more',
    of: paidContest,
    log: ({ entries }) => set(9, { rules: entries[0].rules, amount: 200 })({ entries }),
    refused:
      'entry 9 was cast at 2026-12-03T12:30Z and names rules that were in force from 2026-12-01T08:00Z until 2026-12-03T12:00Z',
  },
  {
    what: 'a vote names rules that were never sealed',
    of: paidContest,
    log: set(2, { rules: hashOf('never') }),
    refused: 'entry 2 names rules that are not in the log before it',
  },
  {
    what: 'a vote names no rules',
    of: paidContest,
    log: without(2, 'rules'),
    refused:
      'entry 2 was cast at 2026-12-01T10:05Z and names no rules: those of 2026-12-01T08:00Z were in force',
  },
  {
    what: 'an amendment is logged after votes that it should have governed',
    of: paidContest,
    log: ({ entries }) => {
      const [amendment] = entries.splice(8, 1);
      Object.assign(entries[8], { rules: entries[0].rules, amount: 200 });
      entries.splice(9, 0, amendment);
    },
    refused:
      'entry 8 was cast at 2026-12-03T12:30Z, and does not name the rules of 2026-12-03T12:00Z that were in force then',
  },
  {
    what: 'an amendment has another time in the answer',
    of: paidContest,
    answer: ({ amendments }) => void (amendments[0].at = '2026-12-01T12:00:40.000Z'),
    page: ({ amendment }) => void (amendment.at = '2026-12-01T12:00:40.000Z'),
    refused:
      'the site says that amendment 1 came at "2026-12-01T12:00:40.000Z", the log says 2026-12-03T12:00Z',
  },
  {
    what: 'an amendment has another reason in the answer',
    of: paidContest,
    answer: ({ amendments }) => void (amendments[0].reason = 'As always planned'),
    page: ({ amendment }) => void (amendment.reason = 'As always planned'),
    refused: 'is published with the reason "As always planned", and its document says "The hall costs more"',
  },
  {
    what: 'an amendment hides one of its changes',
    of: paidContest,
    answer: ({ amendments }) => void amendments[0].changes.pop(),
    refused: 'version 2 of the published rules is published with the changes',
  },
  {
    what: 'an amendment is said to be another entry',
    of: paidContest,
    answer: ({ amendments }) => void (amendments[0].index = 1),
    refused: 'the site says that amendment 1 is entry 1, it is entry 8',
  },
  {
    what: 'an amendment is not published',
    of: paidContest,
    answer: (answer) => {
      answer.amendments = [];
      Object.assign(answer, { rules: answer.sealed.rules, hash: answer.sealed.hash });
    },
    page: (page) => void (page.amendment = null),
    refused: 'the site publishes 1 versions of the rules, the log has 2 or more',
  },
  {
    what: 'the rules of now are those of before',
    of: paidContest,
    answer: (answer) => void (answer.rules = answer.sealed.rules),
    refused: 'the site shows other rules of now than the newest version that it publishes',
  },
  {
    what: 'another hash of now is shown',
    of: paidContest,
    answer: (answer) => void (answer.hash = answer.sealed.hash),
    refused: 'of the rules of now, and the newest version has',
  },
  {
    what: 'a sealed document is changed',
    of: paidContest,
    answer: ({ sealed }) => {
      sealed.rules = { ...sealed.rules, votePricePesewas: 50 };
      sealed.hash = hashOf(canonical(sealed.rules));
    },
    refused: 'version 2 of the published rules is published with the changes',
  },
  {
    what: 'a result is corrected and no rules announce it',
    of: freeContest,
    log: (contest) => {
      contest.rules.pop();
      contest.entries.splice(13, 1);
      for (const nr of [13, 14]) contest.entries[nr].rules = contest.entries[0].rules;
    },
    refused: `the log corrects the result of ${ADWOA} by -2 votes (entry 13), and the published rules announce 0`,
  },
  {
    what: 'a result is corrected by more than was announced',
    of: freeContest,
    log: set(15, { votes: 4 }),
    refused: `the log corrects the result of ${KOFI} by 4 votes (entry 15), and the published rules announce 1`,
  },
  {
    what: 'a correction is announced and not made',
    of: freeContest,
    log: ({ entries }) => void entries.pop(),
    refused: `the log corrects the result of ${KOFI} by 0 votes (no entry), and the published rules announce 1`,
  },
];

/** The amendment of the paid contest, where its entries were cut. */
const rulesEntryOfSecond = () => rulesEntry(paidContest(), 1);

/** @type {Forgery[]} */
const OF_REVERSALS = [
  {
    what: 'a reversal does not say of which vote',
    of: paidContest,
    log: without(7, 'of'),
    refused: 'entry 7 takes back a vote and does not say which',
  },
  {
    what: 'a reversal takes from another nominee',
    of: paidContest,
    log: set(7, { contestant: KOFI }),
    refused: `entry 7 takes back votes of ${KOFI}, and its vote, entry 3, is for ${ADWOA}`,
  },
  {
    what: 'a reversal has another channel than its vote',
    of: paidContest,
    log: set(7, { channel: 'mobile_money' }),
    refused: 'entry 7 has the channel mobile_money, and the vote that it takes back, entry 3, has card',
  },
  {
    what: 'a reversal has the commitments of another vote',
    of: paidContest,
    log: ({ entries }) => set(7, { voter: entries[2].voter })({ entries }),
    refused: 'entry 7 has other commitments than the vote that it takes back, entry 3',
  },
  {
    what: 'a reversal is of a vote after it',
    of: paidContest,
    log: set(7, { of: 9 }),
    refused: 'entry 7 takes back entry 9, which is no vote before it',
  },
  {
    what: 'a reversal is of an entry that is no vote',
    of: paidContest,
    log: set(7, { of: 1 }),
    refused: 'entry 7 takes back entry 1, which is no vote before it',
  },
  {
    what: 'a reversal takes more than its vote has',
    of: paidContest,
    log: set(7, { votes: -10, amount: -800 }),
    refused: 'entry 7 takes back more than is left of entry 3: 9 votes and 800 pesewas',
  },
  {
    what: 'a refund takes too many votes',
    of: paidContest,
    log: set(7, { votes: -9 }),
    refused: 'entry 7 makes 9 of 9 votes of entry 3 go back for 400 of 800 pesewas, and 4 go back for that',
  },
  {
    what: 'a refund takes too few votes',
    of: paidContest,
    log: set(7, { votes: -1 }),
    refused: 'entry 7 makes 1 of 9 votes of entry 3 go back for 400 of 800 pesewas, and 4 go back for that',
  },
  {
    what: 'votes of a payment go back without its money',
    of: paidContest,
    log: set(7, { amount: 0 }),
    refused: 'entry 7 takes back 4 votes and no money of entry 3, which was paid for',
  },
  {
    what: 'a vote goes back twice',
    of: freeContest,
    log: insert(({ entries }) => ({ ...entries[9], minute: '2026-12-06T10:00Z' })),
    refused: 'entry 16 takes back more than is left of entry 6: 0 votes',
  },
  {
    what: 'part of a free vote goes back',
    of: freeContest,
    log: (contest) => {
      set(8, { votes: -1 })(contest);
      set(10, { votes: 1 })(contest);
    },
    refused: 'entry 8 takes back 1 of 2 votes of entry 5, which was free: free votes go back whole',
  },
  {
    what: 'a reversal is restored twice',
    of: freeContest,
    log: insert(({ entries }) => ({ ...entries[10], minute: '2026-12-06T10:00Z' })),
    refused: 'entry 16 restores entry 8, which was restored before',
  },
  {
    what: 'more is restored than was taken',
    of: freeContest,
    log: set(10, { votes: 9 }),
    refused: 'entry 10 restores something else than entry 8 has taken back: 2 votes',
  },
  {
    what: 'what was never taken is restored',
    of: freeContest,
    log: set(10, { of: 2 }),
    refused: 'entry 10 restores what no earlier entry has taken back',
  },
  {
    what: 'votes of one commitment are counted twice',
    of: paidContest,
    log: ({ entries }) => set(9, { voter: entries[2].voter })({ entries }),
    refused: 'which entry 2 has: each is of one vote',
  },
  {
    what: 'one payment is counted twice',
    of: paidContest,
    log: ({ entries }) => set(9, { payment: entries[2].payment })({ entries }),
    refused: 'which entry 2 has: each is of one vote',
  },
  {
    what: 'a vote commits to no voter',
    of: freeContest,
    log: without(2, 'voter'),
    refused: 'entry 2 has no commitment: a vote has that of its voter or of its receipt code',
  },
  {
    what: 'a vote commits to a voter and to a code',
    of: freeContest,
    log: set(2, { ballot: commitment('another') }),
    refused: 'entry 2 commits to a voter and to a receipt code: a vote has one of them',
  },
  {
    what: 'a payment has no commitment',
    of: paidContest,
    log: without(2, 'payment'),
    refused: 'entry 2 lacks the commitment to its payment',
  },
];

/** @type {Forgery[]} */
const OF_PAGE = [
  {
    what: 'the page exchanges two names',
    of: paidContest,
    page: (page) => {
      const [a, b] = [person(page, ADWOA), person(page, KOFI)];
      [a.name, b.name] = [b.name, a.name];
    },
    refused: `the page shows "Kofi" as name of the nominee ${ADWOA}, the log has "Adwoa"`,
  },
  {
    what: 'the page shows another code',
    of: paidContest,
    page: (page) => void (person(page, ADWOA).code = '7842'),
    refused: `the page shows "7842" as code of the nominee ${ADWOA}, the log has "2413"`,
  },
  {
    what: 'the page shows another category',
    of: paidContest,
    page: ({ categories }) => void (categories[0].name = 'Dance'),
    refused: 'the page shows "Dance" as name of the category',
  },
  {
    what: 'the page lacks a nominee',
    of: paidContest,
    page: ({ categories, _count }) => {
      categories[1].contestants = [];
      _count.contestants = 2;
    },
    refused: `the page lacks the nominee "Esi" ${ESI}`,
  },
  {
    what: 'the page shows a nominee of its own',
    of: paidContest,
    page: ({ categories, _count }) => {
      categories[1].contestants.push({ ...categories[1].contestants[0], id: id(9), voteCount: 0 });
      _count.contestants = 4;
    },
    refused: `the page shows the nominee "${id(9)}", who is not in the newest list of the log`,
  },
  {
    what: 'the page shows the name of before the amendment',
    of: freeContest,
    page: (page) => void (person(page, ADWOA).name = 'Adwoa'),
    refused: 'the page shows "Adwoa" as name of the nominee',
  },
  {
    what: 'the page shows more votes',
    of: paidContest,
    page: (page) => void (person(page, ADWOA).voteCount += 5),
    refused: `the page shows 16 votes for ${ADWOA}, the log has 11`,
  },
  {
    what: 'the page shows another total',
    of: paidContest,
    page: (page) => void (page.totalVotes = 100),
    refused: 'the page shows 100 as totalVotes: by the log it is 45',
  },
  {
    what: 'the page exchanges two ranks',
    of: paidContest,
    page: (page) => {
      person(page, ADWOA).rank = 1;
      person(page, KOFI).rank = 2;
    },
    refused: 'the page shows 1 as rank for',
  },
  {
    what: 'the page shows another share',
    of: paidContest,
    page: (page) => void (person(page, ADWOA).percentage = 80),
    refused: 'the page shows 80 as percentage for',
  },
  {
    what: 'the page shows another share of the category',
    of: paidContest,
    page: (page) => void (person(page, ADWOA).categoryPercentage = 80),
    refused: 'the page shows 80 as categoryPercentage for',
  },
  {
    what: 'the page hides that votes were let in',
    of: freeContest,
    page: (page) => void (person(page, ESI).releasedVotes = 0),
    refused: 'the page shows 0 released votes for',
  },
  {
    what: 'the page shows another price',
    of: paidContest,
    page: (page) => void (page.votePrice = 1),
    refused: 'the page shows 1 as votePrice: by the newest version of the rules it is 1.5',
  },
  {
    what: 'the page shows another bundle',
    of: paidContest,
    page: ({ bundles }) => void (bundles[0].price = 8),
    refused: 'as bundles: by the newest version of the rules it is',
  },
  {
    what: 'the page shows another window',
    of: paidContest,
    page: ({ windows }) => void (windows[0].multiplier = 3),
    refused: 'as windows: by the newest version of the rules it is',
  },
  {
    what: 'the page shows another end',
    of: paidContest,
    page: (page) => void (page.endDate = '2026-12-05T21:00:00.000Z'),
    refused: 'the page shows "2026-12-05T21:00:00.000Z" as endDate',
  },
  {
    what: 'the page shows another limit',
    of: freeContest,
    page: (page) => void (page.freeVotesPerHour = 3),
    refused: 'the page shows 3 as freeVotesPerHour: by the newest version of the rules it is 10',
  },
  {
    what: 'the page shows another proof',
    of: freeContest,
    page: (page) => void (page.verification = 'OPEN'),
    refused: 'the page shows "OPEN" as verification: by the newest version of the rules it is "PHONE"',
  },
  {
    what: 'the page keeps voters longer',
    of: freeContest,
    page: (page) => void (page.retentionMonths = 24),
    refused: 'the page shows 24 as retentionMonths: by the newest version of the rules it is 6',
  },
  {
    what: 'the page shows no amendment',
    of: paidContest,
    page: (page) => void (page.amendment = null),
    refused: 'the page shows no amendment, and the rules have 1',
  },
  {
    what: 'the page counts fewer amendments',
    of: paidContest,
    page: ({ amendment }) => void (amendment.count = 0),
    refused: 'the page shows 0 as count for the amendments: by the published rules it is 1',
  },
  {
    what: 'the page shows another time of the amendment',
    of: paidContest,
    page: ({ amendment }) => void (amendment.at = '2026-12-01T12:00:40.000Z'),
    refused: 'as time for the newest amendment',
  },
  {
    what: 'the page shows another reason of the amendment',
    of: paidContest,
    page: ({ amendment }) => void (amendment.reason = 'As planned'),
    refused: 'the page shows "As planned" as reason for the newest amendment',
  },
  {
    what: 'the page is that of another contest',
    of: paidContest,
    page: (page) => void (page.id = id(77)),
    refused: `the page shows "${id(77)}" as id`,
  },
  {
    what: 'the page shows counts of entries that are still hidden',
    of: hiddenContest,
    log: ({ entries }) => {
      entries.splice(5, 1);
      entries.splice(4, 1);
    },
    refused: 'the page shows counts, and the log has no key for 2 entries',
  },
];

/** @type {Forgery[]} */
const OF_NAMES = [
  {
    what: 'names are exchanged after the end',
    of: freeContest,
    log: insert(({ entries }) => {
      const { contestants } = entries[11];
      const [a, b, c] = contestants;
      return {
        ...entries[11],
        minute: '2026-12-06T11:00Z',
        contestants: [{ ...a, name: b.name }, { ...b, name: a.name }, c],
      };
    }),
    refused:
      'entry 16 changes the list of nominees after the end, and no correction of the result announces it',
  },
  {
    what: 'a nominee is taken off the list after the end',
    of: paidContest,
    log: insert(() => {
      const { contestants, ...rest } = roster('2026-12-06T11:00Z');
      return { ...rest, contestants: contestants.slice(0, 2) };
    }),
    refused: 'entry 13 changes the list of nominees after the end',
  },
  {
    what: 'a list has a nominee twice',
    of: paidContest,
    log: ({ entries }) => void entries[1].contestants.push({ ...entries[1].contestants[2] }),
    refused: 'entry 1 lists the nominee',
  },
  {
    what: 'a part of a list is missing',
    of: paidContest,
    log: set(1, { part: 1, parts: 2 }),
    refused: 'entry 2 comes before part 2 of 2 of the roster',
  },
  {
    what: 'a nominee is listed in no category',
    of: paidContest,
    log: ({ entries }) => void (entries[1].contestants[0].categoryId = id(55)),
    refused: 'entry 1 lists the nominee',
  },
];

export const FORGERIES = [
  ...OF_VOTES,
  ...OF_FORM,
  ...OF_TIMES,
  ...OF_RULES,
  ...OF_REVERSALS,
  ...OF_PAGE,
  ...OF_NAMES,
];
