import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { canonicalJson, receiptCodeOf } from '@abato/platform';
import { priceVotes } from '@abato/contracts';
import { canonical, commitment, entryOf, type LedgerRow, rulesEntryOf, type VoteEntry } from './entry.js';
import { hideEntry } from './hidden-entry.js';
import { seedOf } from '../../../test/support/seed.js';

fc.configureGlobal({ seed: seedOf('entry') });

const row: LedgerRow = {
  vote_id: '0199aaaa-0000-7000-8000-000000000009',
  receipt_code: '7K3M-9QXT',
  released: null,
  voter: null,
  ballot: null,
  kind: 'COUNT',
  contestant_id: '0199aaaa-0000-7000-8000-000000000001',
  votes: 5,
  amount_pesewas: 500,
  method: 'PAYSTACK',
  channel: 'mobile_money',
  cast_at: new Date('2026-11-22T21:30:00Z'),
  recorded_at: new Date('2026-11-22T21:35:59.999Z'),
  source: 'WEB',
  is_rehearsal: false,
  voter_phone: '+233241234567',
  reference: 'A-REFERENCE',
};
const salt = Buffer.alloc(32, 9);

it('an entry hides contestant, votes and amount, and nothing else, under a key that it names by its hash', () => {
  const vote = entryOf({ ...row }, salt);
  const key = Buffer.alloc(32, 5);
  const { contestant, votes, amount, ...open } = vote;
  expect([contestant, votes, amount]).toEqual([row.contestant_id, 5, 500]);
  // The example of ADR 111.
  expect(hideEntry(vote, key, Buffer.alloc(16, 1))).toEqual({
    ...open,
    hidden: 'AQEBAQEBAQEBAQEBAQEBAUw25sFqWNXJ1ehj+0dEOwh1RUfshyT6cD5W4QEQZmn9',
    hiddenBy: '+EnWcyX6zwQXe8ZjstxUQFGDHFie9YHUEvLrpEg053w=',
  });
  expect(hideEntry(vote, key).hidden).not.toBe(hideEntry(vote, key).hidden);
  expect(() => hideEntry({ ...vote, contestant: 'x' }, key)).toThrow(RangeError);
});

it('an entry is canonical, has the time to the minute and no personal data', () => {
  const text = canonical(entryOf(row, salt)).toString();
  expect(text).toBe(
    `{"amount":500,"cast":"2026-11-22T21:30Z","channel":"mobile_money","contestant":"${row.contestant_id}","kind":"paid","minute":"2026-11-22T21:35Z",` +
      `"payment":"${commitment(salt, 'payment', 'A-REFERENCE')}","v":2,"voter":"${commitment(salt, 'voter', '+233241234567')}","votes":5}`,
  );
  expect(text).not.toMatch(/233241234567|A-REFERENCE|:59/);
});

it('an entry names the rules that were in force when the vote was cast, not when it was counted or logged', () => {
  const sealed = ['20:00', '21:29:59.999', '21:30:00.001'].map((time, nr) => ({
    hash: Buffer.alloc(32, nr),
    in_force_at: new Date(`2026-11-22T${time}Z`),
    verification: 'OPEN',
  }));
  expect(entryOf(row, salt, sealed)).toMatchObject({ rules: sealed[1]?.hash.toString('base64') });
  const before = { ...row, cast_at: new Date('2026-11-22T19:59:59Z') };
  expect(entryOf(before, salt, sealed)).not.toHaveProperty('rules');
  expect(canonical(rulesEntryOf({ hash: Buffer.alloc(32), in_force_at: row.recorded_at })).toString()).toBe(
    `{"kind":"rules","minute":"2026-11-22T21:35Z","rules":"${Buffer.alloc(32).toString('base64')}","v":1}`,
  );
});

const asked = { hash: Buffer.alloc(32), in_force_at: new Date(0), verification: 'PHONE' };
const free = { ...row, method: 'FREE', amount_pesewas: 0, reference: null } as const;

it.each<[string, Partial<LedgerRow>, string | null]>([
  ['a free vote where numbers must be proven', free, 'PHONE'],
  ['a free vote of the light page', { ...free, source: 'LIGHT', channel: 'light' }, 'PHONE'],
  ['a ballot', free, 'ELECTORATE'],
  ['a free vote by USSD', { ...free, source: 'USSD', channel: 'ussd' }, 'OPEN'],
  ['a paid vote by USSD', { source: 'USSD' }, null],
])('an entry says that the number of %s was verified', (_what, change, verification) => {
  const entry = entryOf({ ...row, ...change }, salt, [{ ...asked, verification }]);
  expect(entry).toMatchObject({ verified: true });
  expect(canonical(entry).toString()).toContain('"v":2,"verified":true,"voter":');
});

it.each<[string, Partial<LedgerRow>, string | null]>([
  ['a free vote where a typed number is enough', free, 'OPEN'],
  ['a free vote under rules older than the levels', free, null],
  ['a paid vote of the website', {}, 'PHONE'],
  ['a paid vote of the website beside an electorate', {}, 'ELECTORATE'],
  ['a rehearsal of an election', { ...free, is_rehearsal: true }, 'ELECTORATE'],
  ['a vote of the organiser', { ...free, method: 'MANUAL', source: 'MANUAL' }, 'PHONE'],
  ['a rehearsal', { ...free, is_rehearsal: true }, 'PHONE'],
  ['a ledger row without a vote', { ...free, source: null }, 'PHONE'],
  ['a vote before the rules', { ...free, cast_at: new Date(-1) }, 'PHONE'],
])('an entry says nothing about the number of %s', (_what, change, verification) =>
  expect(entryOf({ ...row, ...change }, salt, [{ ...asked, verification }])).not.toHaveProperty('verified'),
);

it.each<[string, Partial<LedgerRow>, object]>([
  [
    'the code of a vote without a number',
    { voter_phone: null },
    { ballot: commitment(salt, 'ballot', '7K3M-9QXT') },
  ],
  [
    'the code that follows from the id of a free vote',
    { voter_phone: null, receipt_code: null },
    { ballot: commitment(salt, 'ballot', receiptCodeOf(row.vote_id)) },
  ],
  [
    'what was fixed with a vote whose voter is erased',
    { voter_phone: null, voter: Buffer.alloc(32, 1) },
    { voter: Buffer.alloc(32, 1).toString('base64') },
  ],
  [
    'what was fixed with a vote without a number',
    { voter_phone: null, ballot: Buffer.alloc(32, 2) },
    { ballot: Buffer.alloc(32, 2).toString('base64') },
  ],
])('an entry commits to %s', (_what, change, committed) => {
  const { voter, ballot } = entryOf({ ...row, ...change }, salt);
  expect(JSON.parse(JSON.stringify({ voter, ballot }))).toEqual(committed);
});

it.each<[string, Partial<LedgerRow>, VoteEntry['kind']]>([
  ['a free vote of the organiser', { ...free, channel: 'manual', source: 'MANUAL' }, 'manual'],
  ['cash', { method: 'MANUAL', channel: 'cash' }, 'manual'],
  ['a free vote', free, 'free'],
])('an entry calls %s by who entered it', (_what, change, kind) =>
  expect(entryOf({ ...row, ...change }, salt).kind).toBe(kind),
);

it('an entry says when and why a person let the vote in', () =>
  expect(entryOf({ ...row, released: 'Known voters' }, salt)).toMatchObject({
    cast: '2026-11-22T21:30Z',
    minute: '2026-11-22T21:35Z',
    released: { minute: '2026-11-22T21:35Z', reason: 'Known voters' },
  }));

const taken = { votes: -5, amount_pesewas: -500 };

it('an entry of a reversal names the entry of its vote and repeats its commitments, channel and rules', () => {
  const { voter, payment, ...others } = entryOf(row, salt);
  const entry = { ...others, voter, payment, v: 1 as const, channel: 'web', rules: 'sealed' };
  const { cast_at: _cast, ...at } = row;
  for (const kind of ['REVERSAL', 'PARTIAL'] as const)
    expect(
      entryOf({ ...at, cast_at: new Date(0), ...taken, kind }, Buffer.alloc(32), [asked], {
        index: 7,
        entry,
      }),
    ).toEqual({
      v: 2,
      kind: 'reversal',
      contestant: row.contestant_id,
      votes: -5,
      amount: -500,
      of: 7,
      minute: '2026-11-22T21:35Z',
      channel: 'web',
      rules: 'sealed',
      voter,
      payment,
    });
});

it('an entry of a correction of a final result names no vote; another row must', () => {
  const change = {
    ...taken,
    amount_pesewas: 0,
    method: 'MANUAL',
    voter_phone: null,
    reference: null,
  } as const;
  const correction = entryOf({ ...row, ...change, kind: 'PARTIAL', channel: 'manual' }, salt);
  expect(Object.keys(correction).sort()).toEqual([
    'amount',
    'channel',
    'contestant',
    'kind',
    'minute',
    'v',
    'votes',
  ]);
  expect(() => entryOf({ ...row, ...taken, kind: 'REVERSAL' }, salt)).toThrow('not in the log');
});

it('an entry has another commitment for every salt and every number', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.string(), (other, value) => {
      const made = commitment(Buffer.from(other), 'voter', value);
      expect(made === commitment(salt, 'voter', value)).toBe(salt.equals(other));
      expect(made).not.toBe(commitment(Buffer.from(other), 'payment', value));
    }),
  );
});

const path = join(import.meta.dirname, '../../../docs/log-format.md');
const vectors = readFileSync(path, 'utf8').split('## Test vectors')[1] ?? '';
const valuesOf = (pattern: RegExp): string[] => {
  const found = pattern.exec(vectors);
  if (!found) throw new Error(`no vector ${pattern}`);
  return found.slice(1);
};

it.each(['voter', 'payment', 'ballot'] as const)(
  'the test vectors of docs/log-format.md are what the log commits to as %s',
  (subject) => {
    const [salt = ''] = valuesOf(/Salt: 32 bytes `(\d\d)`/);
    const [value = '', expected] = valuesOf(new RegExp(`\`${subject}\` of \`([^\`]+)\`: \`([^\`]+)\``));
    expect(commitment(Buffer.alloc(32, Number.parseInt(salt, 16)), subject, value)).toBe(expected);
  },
);

it('the test vectors of docs/log-format.md are the hash of rules, and the prices under them', () => {
  const [document = '', hash] = valuesOf(/Rules `([^`]+)`: `([^`]+)`/);
  const rules = JSON.parse(document) as { bundles: string; votePricePesewas: number };
  expect(canonicalJson(rules)).toBe(document);
  expect(createHash('sha256').update(document).digest('base64')).toBe(hash);
  const bundles = rules.bundles.split(',').map((bundle) => {
    const [votes, pricePesewas] = bundle.split(':').map(Number);
    return { votes: votes ?? NaN, pricePesewas: pricePesewas ?? NaN };
  });
  const prices = valuesOf(/(\d+) votes cost ([\d,]+), (\d+) cost ([\d,]+), (\d+) cost ([\d,]+)\./);
  const numbers = prices.map((text) => Number(text.replace(',', '')));
  for (let at = 0; at < numbers.length; at += 2)
    expect(
      priceVotes(
        { pricePesewas: rules.votePricePesewas, bundles, windows: [] },
        undefined,
        numbers[at] ?? 0,
        0,
      ).amountPesewas,
    ).toBe(numbers[at + 1]);
});

it('the test vectors of docs/log-format.md are what hidden entries say', () => {
  const [key = '', nonce = '', contestant = '', votes, amount, hidden, hiddenBy] = valuesOf(
    /`K` is 32 bytes `(\d\d)`, `r` 16 bytes `(\d\d)`, nominee `([^`]+)`, (\d+) votes, (\d+) pesewas. `hidden` is `([^`]+)`, `hiddenBy` `([^`]+)`/,
  );
  const open = { v: 2, kind: 'paid', channel: 'card', minute: '2026-11-22T21:35Z' } as const;
  const made = hideEntry(
    { ...open, contestant, votes: Number(votes), amount: Number(amount) },
    Buffer.alloc(32, Number.parseInt(key, 16)),
    Buffer.alloc(16, Number.parseInt(nonce, 16)),
  );
  expect(made).toEqual({ ...open, hidden, hiddenBy });
});
