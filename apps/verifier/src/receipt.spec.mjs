import { bytesOf } from './bytes.mjs';
import { compareReceipt, demandKept, readReceipt, readStatement, SoughtEntries } from './receipt.mjs';

const [one, two] = [
  { v: 1, kind: 'free' },
  { v: 1, kind: 'reversal' },
];
const logged = [bytesOf('{"kind":"free","v":1}'), bytesOf('{"kind":"reversal","v":1}')];

it.each([
  [
    'the answer of the site',
    JSON.stringify({ success: true, data: { index: 10, entry: one, later: [{ index: 11, entry: two }] } }),
  ],
  ['its data alone', JSON.stringify({ index: 10, entry: one, checkpoint: null, later: [] })],
  ['an index and an entry', ` 10 ${JSON.stringify(one)}\n`],
])('a receipt as %s is compared with the entries that it names', (_, text) => {
  expect(() => compareReceipt(readReceipt(text), logged, 10)).not.toThrow();
  expect(() => compareReceipt(readReceipt(text), logged, 512)).not.toThrow();
  expect(() => compareReceipt(readReceipt(text), logged.toReversed(), 10)).toThrow('entry 10 is another');
});

it('a receipt names a later entry that is compared too', () => {
  const text = JSON.stringify({ index: 10, entry: one, later: [{ index: 11, entry: one }] });
  expect(() => compareReceipt(readReceipt(text), logged, 10)).toThrow('entry 11 is another');
});

it.each([
  '',
  'x',
  'null',
  '10',
  '{}',
  JSON.stringify({ data: { index: null, entry: null } }),
  JSON.stringify({ index: -1, entry: one }),
  JSON.stringify({ index: 1.5, entry: one }),
  JSON.stringify({ index: 1, entry: one, later: [{ index: -1, entry: two }] }),
])('a receipt that names no entry is refused: %s', (text) =>
  expect(() => readReceipt(text)).toThrow(/^the receipt (is neither|names no entry)/),
);

const note = 'a.example/log/1\nreceipt\n7K3M-9QXT\n2026-12-01T18:16Z\n\n— a.example/log/1 eA==\n';
const [before, after] = [new Date('2026-12-01T18:16:59.999Z'), new Date('2026-12-01T18:17:00Z')];

it.each([
  ['alone', note],
  ['in the answer of the site', JSON.stringify({ data: { index: null, entry: null, statement: note } })],
])('a signed statement %s is read, and names log, code and minute', (_, text) => {
  const named = {
    origin: 'a.example/log/1',
    code: '7K3M-9QXT',
    minute: '2026-12-01T18:16Z',
    commitment: null,
  };
  expect(readStatement(text)).toEqual({ note, ...named });
});

it.each(['', '{}', '10 {}', note.replace('receipt', '10')])(
  'a signed statement is not found in another text: %j',
  (text) => expect(readStatement(text)).toBeNull(),
);

it('a signed statement is broken when its minute is over and the site names no entry', () => {
  const statement = readStatement(note);
  const none = JSON.stringify({ index: null, entry: null });
  const broken = /^the site promised .* receipt 7K3M-9QXT by 2026-12-01T18:16Z, and the log lacks it$/;
  expect(() => demandKept(statement, before)).not.toThrow();
  expect(() => demandKept(statement, after)).toThrow(broken);
  expect(() => readReceipt(none, statement, before)).toThrow('names no entry');
  expect(() => readReceipt(none, statement, after)).toThrow(broken);
});

it('a signed statement with a commitment finds its entries without the site, and is broken when a log that is new enough has none', () => {
  const commitment = `${'A'.repeat(43)}=`;
  const statement = readStatement(note.replace('16Z\n', `16Z\n${commitment}\n`));
  expect(statement).toMatchObject({ code: '7K3M-9QXT', minute: '2026-12-01T18:16Z', commitment });
  const entry = (fields) => bytesOf(JSON.stringify({ kind: 'free', minute: '2026-12-01T18:16Z', ...fields }));
  const look = (...entries) => {
    const sought = new SoughtEntries(statement);
    sought.look(entries, 5);
    return sought;
  };
  const found = look(entry({}), entry({ voter: commitment }), entry({ kind: 'reversal', voter: commitment }));
  expect(found.found.map(({ index }) => index)).toEqual([6, 7]);
  expect(() => found.demandFound(false, after)).not.toThrow();
  const broken = /^the site promised .*, and the log lacks it$/;
  const lacking = look(entry({ voter: 'another' }));
  expect(() => lacking.demandFound(false, after)).toThrow(broken);
  expect(() => lacking.demandFound(false, before)).not.toThrow();
  // A copy may be older than the entry.
  expect(() => lacking.demandFound(true, after)).not.toThrow();
  expect(() => look(entry({ minute: '2026-12-01T18:17Z' })).demandFound(true, after)).toThrow(broken);
});

it('a signed statement with a commitment is compared with the entry that the site names', () => {
  const commitment = `${'A'.repeat(43)}=`;
  const statement = { ...readStatement(note), commitment };
  const answer = (voter) => JSON.stringify({ index: 10, entry: { ...one, voter } });
  expect(() => readReceipt(answer(commitment), statement)).not.toThrow();
  expect(() => readReceipt(answer('another'), statement)).toThrow('not the one that it has signed for');
});
