import { set, without } from '../forge.mjs';
import { freeContest, paidContest } from '../honest-contests.mjs';
import { rulesEntry } from '../published-contest.mjs';

/** The amendment of the paid contest, where its entries were cut. */
const rulesEntryOfSecond = () => rulesEntry(paidContest(), 1);

/** @type {import('../forgeries.mjs').Forgery[]} */
export const OF_FORM = [
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

/** @type {import('../forgeries.mjs').Forgery[]} */
export const OF_TIMES = [
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
