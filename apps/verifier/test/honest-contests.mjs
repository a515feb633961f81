import { commitment, hashOf, hide, id, rulesEntry } from './published-contest.mjs';

/** Honest contests of every kind. Each is made anew, because a forger changes it. */

const [SONG, FILM] = [id(901), id(902)];
export const [ADWOA, KOFI, ESI] = [id(1), id(2), id(3)];
export const START = '2026-12-01T10:00:00.000Z';
export const END = '2026-12-05T22:00:00.000Z';

export const roster = (minute, changes = {}) => ({
  v: 2,
  kind: 'roster',
  minute,
  categories: [
    { id: SONG, name: 'Song' },
    { id: FILM, name: 'Film' },
  ],
  contestants: [
    { categoryId: SONG, code: '2413', id: ADWOA, name: 'Adwoa' },
    { categoryId: SONG, code: '7842', id: KOFI, name: 'Kofi' },
    { categoryId: FILM, code: '5984', id: ESI, name: 'Esi' },
  ],
  ...changes,
});

/** @param {Record<string, any>[]} documents rules by the time from which they are in force */
function contest(rules, make) {
  const made = { rules, entries: [], keys: new Map() };
  const hashes = rules.map((_, nr) => rulesEntry(made, nr));
  let nr = 0;
  const vote = (version, fields) => ({
    v: 2,
    amount: 0,
    rules: hashes[version].rules,
    minute: fields.cast,
    voter: commitment(`voter ${(nr += 1)}`),
    ...fields,
  });
  made.entries = make({
    rules: (at) => hashes[at],
    free: (version, contestant, votes, fields) =>
      vote(version, { kind: 'free', channel: 'web', contestant, votes, ...fields }),
    paid: (version, contestant, votes, amount, fields) =>
      vote(version, {
        kind: 'paid',
        channel: 'card',
        contestant,
        votes,
        amount,
        payment: commitment(`payment ${nr}`),
        ...fields,
      }),
    manual: (version, contestant, votes, fields) =>
      vote(version, {
        kind: 'manual',
        channel: 'manual',
        contestant,
        votes,
        voter: undefined,
        ballot: commitment(`code ${nr}`),
        ...fields,
      }),
    keys: made.keys,
  }).map(withoutEmpty);
  return made;
}

const withoutEmpty = (entry) => JSON.parse(JSON.stringify(entry));

/** What takes a vote back. @param {Record<string, any>} vote @param {number} of its index */
export function reversalOf({ contestant, channel, rules, voter, payment, ballot }, of, fields) {
  return withoutEmpty({
    v: 2,
    kind: 'reversal',
    contestant,
    channel,
    rules,
    voter,
    payment,
    ballot,
    of,
    amount: 0,
    ...fields,
  });
}

const restoreOf = ({ contestant, channel, rules, votes, amount }, of, minute) =>
  withoutEmpty({
    v: 2,
    kind: 'restore',
    contestant,
    channel,
    rules,
    votes: -votes,
    amount: 0 - amount,
    of,
    minute,
  });

const EVERY = {
  startDate: START,
  endDate: END,
  endedEarlyAt: null,
  showResults: true,
  retentionMonths: 6,
  latePaymentMinutes: 0,
  promptSeconds: 60,
};
const FREE = {
  ...EVERY,
  votePricePesewas: 0,
  freeVotesPerHour: 10,
  freeVotesPerDevice: 30,
  personCheck: 'AUTO',
};
const SEALED = '2026-12-01T08:00:20.000Z';

/** With bundles, a category of its own price, a window, an amendment, refunds, cash, and payments after the end. */
export function paidContest() {
  const first = {
    ...EVERY,
    votePricePesewas: 100,
    bundles: '10:800',
    categoryPrices: `${FILM}=200,5:900`,
    voteWindows: '2026-12-02T20:00:00.000Z/2026-12-02T21:00:00.000Z*2',
    freeVotesPerHour: null,
    verification: null,
  };
  const amended = {
    ...first,
    votePricePesewas: 150,
    bundles: '10:1200',
    amendmentReason: 'The hall costs more',
  };
  const rules = [
    { at: SEALED, document: first },
    { at: '2026-12-03T12:00:40.000Z', document: amended },
  ];
  return contest(rules, ({ rules: entry, paid, manual }) => {
    const three = paid(0, ADWOA, 3, 300, { cast: '2026-12-01T10:05Z', minute: '2026-12-01T10:06Z' });
    const nine = paid(0, ADWOA, 9, 800, { cast: '2026-12-01T11:05Z' });
    return [
      entry(0),
      roster('2026-12-01T08:00Z'),
      three,
      nine,
      paid(0, KOFI, 20, 800, { cast: '2026-12-02T20:10Z', channel: 'mobile_money' }),
      paid(0, ESI, 5, 900, { cast: '2026-12-02T21:30Z' }),
      manual(0, KOFI, 4, {
        channel: 'cash',
        amount: 400,
        payment: commitment('cash'),
        cast: '2026-12-02T21:40Z',
      }),
      reversalOf(nine, 3, { votes: -4, amount: -400, minute: '2026-12-03T09:00Z' }),
      entry(1),
      paid(1, ADWOA, 2, 300, { cast: '2026-12-03T12:30Z' }),
      paid(1, ADWOA, 1, 150, { cast: '2026-12-05T21:59Z', minute: '2026-12-05T22:00Z' }),
      paid(1, KOFI, 5, 500, {
        cast: '2026-12-05T20:00Z',
        minute: '2026-12-05T22:20Z',
        released: { minute: '2026-12-05T22:20Z', reason: 'The network took a fee' },
      }),
      reversalOf(three, 2, { votes: 0, amount: -300, minute: '2026-12-06T09:00Z' }),
    ];
  });
}

/** With proven numbers, USSD, votes that were held, votes by hand, a quarantine and its undoing, a new name, and a correction after the end. */
export function freeContest() {
  const first = { ...FREE, verification: 'PHONE' };
  const corrections = `2: ${ADWOA} -2, ${KOFI} +1`;
  const rules = [
    { at: SEALED, document: first },
    {
      at: '2026-12-06T10:00:05.000Z',
      document: { ...first, resultCorrections: corrections, amendmentReason: 'Counted twice in the hall' },
    },
  ];
  return contest(rules, ({ rules: entry, free, manual }) => {
    const proven = (who, votes, fields) => free(0, who, votes, { verified: true, ...fields });
    const taken = [
      proven(KOFI, 2, { cast: '2026-12-02T10:02Z' }),
      proven(KOFI, 1, { cast: '2026-12-02T10:03Z' }),
    ];
    const back = taken.map((vote, nr) =>
      reversalOf(vote, 5 + nr, { votes: -vote.votes, minute: '2026-12-02T12:00Z' }),
    );
    return [
      entry(0),
      roster('2026-12-01T08:00Z'),
      proven(ADWOA, 10, { cast: '2026-12-01T10:00Z' }),
      proven(KOFI, 3, { cast: '2026-12-02T10:01Z', channel: 'ussd' }),
      proven(ESI, 4, {
        cast: '2026-12-02T09:00Z',
        minute: '2026-12-02T10:01Z',
        released: { minute: '2026-12-02T10:01Z', reason: 'A school votes together' },
      }),
      ...taken,
      manual(0, ESI, 6, { cast: '2026-12-02T10:05Z' }),
      ...back,
      restoreOf(back[0], 8, '2026-12-02T13:00Z'),
      roster('2026-12-03T09:00Z', {
        contestants: [
          { categoryId: SONG, code: '2413', id: ADWOA, name: 'Adwoa Boateng' },
          { categoryId: SONG, code: '7842', id: KOFI, name: 'Kofi' },
          { categoryId: FILM, code: '5984', id: ESI, name: 'Esi' },
        ],
      }),
      proven(ADWOA, 1, { cast: '2026-12-05T21:59Z', channel: 'light' }),
      entry(1),
      {
        v: 2,
        kind: 'reversal',
        contestant: ADWOA,
        channel: 'manual',
        votes: -2,
        amount: 0,
        minute: '2026-12-06T10:00Z',
        rules: entry(1).rules,
      },
      manual(1, KOFI, 1, { cast: '2026-12-06T10:00Z' }),
    ];
  });
}

/** Three electors with a ballot in each of two categories; one has changed hers. */
export function election() {
  const rules = [
    {
      at: SEALED,
      document: {
        ...FREE,
        freeVotesPerHour: 10,
        verification: 'ELECTORATE',
        allowBallotChange: true,
        electors: 3,
      },
    },
  ];
  return contest(rules, ({ rules: entry, free }) => {
    const ballot = (who, cast) =>
      free(0, who, 1, {
        channel: 'ballot',
        verified: true,
        cast,
        voter: undefined,
        ballot: commitment(`${who} ${cast}`),
      });
    const first = ballot(ADWOA, '2026-12-01T10:15Z');
    return [
      entry(0),
      roster('2026-12-01T08:00Z'),
      first,
      ballot(KOFI, '2026-12-02T10:15Z'),
      ballot(ADWOA, '2026-12-03T10:15Z'),
      ballot(KOFI, '2026-12-05T22:05Z'),
      reversalOf(first, 2, { votes: -1, minute: '2026-12-05T22:05Z' }),
      ballot(ESI, '2026-12-05T22:06Z'),
    ];
  });
}

export const KEY = Buffer.alloc(32, 5);

/** An open contest whose results were hidden until a key was revealed. */
export function hiddenContest() {
  const rules = [{ at: SEALED, document: { ...FREE, verification: 'OPEN' } }];
  return contest(rules, ({ rules: entry, free, keys }) => {
    keys.set(hashOf(KEY), KEY);
    const votes = [
      free(0, ADWOA, 2, { cast: '2026-12-01T10:01Z' }),
      free(0, KOFI, 10, { cast: '2026-12-01T10:02Z' }),
    ];
    return [
      entry(0),
      roster('2026-12-01T08:00Z'),
      ...votes.map((vote, nr) => hide(withoutEmpty(vote), KEY, nr + 1)),
      hide(reversalOf(votes[0], 2, { votes: -2, minute: '2026-12-01T11:00Z' }), KEY, 9),
      { v: 1, kind: 'reveal', minute: '2026-12-04T10:00Z', key: KEY.toString('base64') },
      free(0, ESI, 3, { cast: '2026-12-04T10:01Z' }),
    ];
  });
}
