import { bytesOf } from './bytes.mjs';
import { readEntry } from './entry.mjs';

const HASH = `${'A'.repeat(43)}=`;
const VOTE = {
  amount: 0,
  channel: 'web',
  contestant: '0199aaaa-0000-7000-8000-000000000001',
  kind: 'free',
  minute: '2026-11-22T21:35Z',
  v: 1,
  votes: 3,
};
const sorted = (entry) => JSON.stringify(Object.fromEntries(Object.entries(entry).sort()));

it.each([
  VOTE,
  { ...VOTE, kind: 'paid', amount: 1_000_000, payment: HASH, rules: HASH, verified: true, voter: HASH },
  { ...VOTE, kind: 'reversal', votes: -3, amount: -100, voter: HASH },
  { ...VOTE, channel: 'mobile money' },
  { ...VOTE, contestant: 'né' },
  { ...VOTE, votes: 1.5 },
  { ...VOTE, verified: 'yes' },
  { kind: 'rules', minute: VOTE.minute, rules: HASH, v: 1 },
  {},
])('an entry of a log in canonical form is what JSON says: %j', (entry) =>
  expect(readEntry(bytesOf(sorted(entry)), 0)).toEqual(entry),
);

const text = sorted({ ...VOTE, rules: HASH });
it.each([
  ['a space', text.replace(',', ', ')],
  ['a line end', `${text}\n`],
  ['fields in another order', JSON.stringify({ votes: 3, ...VOTE })],
  ['a field twice', text.replace('"amount":0,', '"amount":0,"amount":0,')],
  ['a number with a zero in front', text.replace('"votes":3', '"votes":03')],
  ['a negative zero', text.replace('"amount":0', '"amount":-0')],
  ['a number with an exponent', text.replace('"votes":3', '"votes":3e0')],
  ['an escaped letter', text.replace('"web"', '"\\u0077eb"')],
  ['bytes that are no text', text.replace('web', 'we\\')],
  ['null', 'null'],
  ['a number', '3'],
  ['a text', '"x"'],
])('an entry of a log with %s is refused', (_, written) =>
  expect(() => readEntry(bytesOf(written), 7)).toThrow(/^entry 7 is not (JSON|in canonical form)$/),
);
