import { forgeriesOf, set, without } from '../forge.mjs';
import { freeContest, paidContest } from '../honest-contests.mjs';
import { rulesEntry } from '../published-contest.mjs';

/** The amendment of the paid contest, where its entries were cut. */
const rulesEntryOfSecond = () => rulesEntry(paidContest(), 1);

/** @type {import('../forgeries.mjs').Forgery[]} */
export const OF_FORM = forgeriesOf(freeContest, {
  'the channel is not known': {
    log: set(2, { channel: 'api' }),
    refused:
      'entry 2 has the channel "api", and an entry of the kind free of version 2 has web, light, ussd, ballot',
  },
  'the kind is not known': {
    log: set(2, { kind: 'bonus' }),
    refused: 'entry 2 is of no kind that is known',
  },
  'a field is not known': {
    log: set(2, { weight: 5 }),
    refused: 'entry 2 has other fields than an entry of the kind free of version 2: "weight"',
  },
  'a minute is in no calendar': {
    log: set(2, { minute: '2026-13-41T10:00Z', cast: '2026-13-41T10:00Z' }),
    refused: 'entry 2 has no time',
  },
  'an entry has the version of before among those of version 2': {
    log: ({ entries }) => {
      Object.assign(entries[5], { v: 1 });
      delete entries[5].cast;
    },
    refused: 'entry 5 is of version 1, and entry 1 has names: from there on votes are of version 2',
  },
  'a vote of version 2 comes before any names': {
    log: ({ entries }) => void entries.splice(1, 0, ...entries.splice(2, 1)),
    refused: 'entry 1 is a vote of version 2, and no entry before it names its nominee',
  },
});

/** @type {import('../forgeries.mjs').Forgery[]} */
export const OF_TIMES = [
  ...forgeriesOf(freeContest, {
    'a vote was cast before voting began': {
      log: set(2, { cast: '2026-12-01T09:58Z', minute: '2026-12-01T09:58Z' }),
      refused: 'entry 2 was cast at 2026-12-01T09:58Z, and voting began at 2026-12-01T10:00:00.000Z',
    },
    'a vote was cast after the end': {
      log: set(12, { cast: '2026-12-05T22:01Z', minute: '2026-12-05T22:01Z' }),
      refused: 'entry 12 was cast at 2026-12-05T22:01Z, and voting ended at 2026-12-05T22:00:00.000Z',
    },
    'minutes fall back': {
      log: set(5, { cast: '2026-12-02T09:20Z', minute: '2026-12-02T09:20Z' }),
      refused:
        'entry 5 is of 2026-12-02T09:20Z, more than 30 minutes before an entry before it, of 2026-12-02T10:01Z',
    },
    'a free vote counts later without a decision': {
      log: without(4, 'released'),
      refused:
        'entry 4 was cast at 2026-12-02T09:00Z and counted at 2026-12-02T10:01Z, and no decision of a person is between',
    },
    'a decision has another minute than its vote': {
      log: set(4, { released: { minute: '2026-12-02T09:30Z', reason: 'A school votes together' } }),
      refused: 'entry 4 was let in at 2026-12-02T09:30Z and counted at 2026-12-02T10:01Z',
    },
  }),
  ...forgeriesOf(paidContest, {
    'a paid vote was cast after the end': {
      log: set(10, { cast: '2026-12-05T22:10Z', minute: '2026-12-05T22:11Z' }),
      refused: 'entry 10 was cast at 2026-12-05T22:10Z, and voting ended',
    },
    'a payment counts eight days after the end': {
      log: set(10, { minute: '2026-12-13T22:10Z' }),
      refused: 'entry 10 was counted at 2026-12-13T22:10Z, and voting ended at 2026-12-05T22:00:00.000Z',
    },
    'cash counts after the end': {
      log: ({ entries }) => {
        Object.assign(entries[6], { minute: '2026-12-05T23:00Z' });
        entries.splice(7, 4);
        entries.length = 7;
        entries.push(rulesEntryOfSecond());
      },
      refused: 'entry 6 was counted at 2026-12-05T23:00Z, and voting ended',
    },
    'a vote was counted before it was cast': {
      log: set(2, { minute: '2026-12-01T10:04Z' }),
      refused: 'entry 2 was cast at 2026-12-01T10:05Z, after it was counted at 2026-12-01T10:04Z',
    },
  }),
];
