import { canonical } from '../../src/entry.mjs';
import { forgeriesOf, set, without } from '../forge.mjs';
import { ADWOA, freeContest, KOFI, paidContest } from '../honest-contests.mjs';
import { hashOf } from '../published-contest.mjs';

/** @type {import('../forgeries.mjs').Forgery[]} */
export const OF_RULES = [
  ...forgeriesOf(paidContest, {
    'a vote names rules that come later': {
      log: ({ entries }) => set(2, { rules: entries[8].rules })({ entries }),
      refused: 'entry 2 names rules that are not in the log before it',
    },
    'a vote names rules that were in force no more': {
      log: ({ entries }) => set(9, { rules: entries[0].rules, amount: 200 })({ entries }),
      refused:
        'entry 9 was cast at 2026-12-03T12:30Z and names rules that were in force from 2026-12-01T08:00Z until 2026-12-03T12:00Z',
    },
    'a vote names rules that were never sealed': {
      log: set(2, { rules: hashOf('never') }),
      refused: 'entry 2 names rules that are not in the log before it',
    },
    'a vote names no rules': {
      log: without(2, 'rules'),
      refused:
        'entry 2 was cast at 2026-12-01T10:05Z and names no rules: those of 2026-12-01T08:00Z were in force',
    },
    'an amendment is logged after votes that it should have governed': {
      log: ({ entries }) => {
        const [amendment] = entries.splice(8, 1);
        Object.assign(entries[8], { rules: entries[0].rules, amount: 200 });
        entries.splice(9, 0, amendment);
      },
      refused:
        'entry 8 was cast at 2026-12-03T12:30Z, and does not name the rules of 2026-12-03T12:00Z that were in force then',
    },
    'an amendment has another time in the answer': {
      answer: ({ amendments }) => void (amendments[0].at = '2026-12-01T12:00:40.000Z'),
      page: ({ amendment }) => void (amendment.at = '2026-12-01T12:00:40.000Z'),
      refused:
        'the site says that amendment 1 came at "2026-12-01T12:00:40.000Z", the log says 2026-12-03T12:00Z',
    },
    'an amendment has another reason in the answer': {
      answer: ({ amendments }) => void (amendments[0].reason = 'As always planned'),
      page: ({ amendment }) => void (amendment.reason = 'As always planned'),
      refused:
        'is published with the reason "As always planned", and its document says "The hall costs more"',
    },
    'an amendment hides one of its changes': {
      answer: ({ amendments }) => void amendments[0].changes.pop(),
      refused: 'version 2 of the published rules is published with the changes',
    },
    'an amendment is said to be another entry': {
      answer: ({ amendments }) => void (amendments[0].index = 1),
      refused: 'the site says that amendment 1 is entry 1, it is entry 8',
    },
    'an amendment is not published': {
      answer: (answer) => {
        answer.amendments = [];
        Object.assign(answer, { rules: answer.sealed.rules, hash: answer.sealed.hash });
      },
      page: (page) => void (page.amendment = null),
      refused: 'the site publishes 1 versions of the rules, the log has 2 or more',
    },
    'the rules of now are those of before': {
      answer: (answer) => void (answer.rules = answer.sealed.rules),
      refused: 'the site shows other rules of now than the newest version that it publishes',
    },
    'another hash of now is shown': {
      answer: (answer) => void (answer.hash = answer.sealed.hash),
      refused: 'of the rules of now, and the newest version has',
    },
    'a sealed document is changed': {
      answer: ({ sealed }) => {
        sealed.rules = { ...sealed.rules, votePricePesewas: 50 };
        sealed.hash = hashOf(canonical(sealed.rules));
      },
      refused: 'version 2 of the published rules is published with the changes',
    },
  }),
  ...forgeriesOf(freeContest, {
    'a result is corrected and no rules announce it': {
      log: (contest) => {
        contest.rules.pop();
        contest.entries.splice(13, 1);
        for (const nr of [13, 14]) contest.entries[nr].rules = contest.entries[0].rules;
      },
      refused: `the log corrects the result of ${ADWOA} by -2 votes (entry 13), and the published rules announce 0`,
    },
    'a result is corrected by more than was announced': {
      log: set(15, { votes: 4 }),
      refused: `the log corrects the result of ${KOFI} by 4 votes (entry 15), and the published rules announce 1`,
    },
    'a correction is announced and not made': {
      log: ({ entries }) => void entries.pop(),
      refused: `the log corrects the result of ${KOFI} by 0 votes (no entry), and the published rules announce 1`,
    },
  }),
];
