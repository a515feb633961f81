import { bytesOf } from './bytes.mjs';
import { compareReceipt, readReceipt } from './receipt.mjs';

const [one, two] = [
  { v: 1, kind: 'free' },
  { v: 1, kind: 'reversal' },
];
const logged = [bytesOf('{"kind":"free","v":1}'), bytesOf('{"kind":"reversal","v":1}')];

describe('a receipt', () => {
  it.each([
    [
      'the answer of the site',
      JSON.stringify({ success: true, data: { index: 10, entry: one, later: [{ index: 11, entry: two }] } }),
    ],
    ['its data alone', JSON.stringify({ index: 10, entry: one, checkpoint: null, later: [] })],
    ['an index and an entry', ` 10 ${JSON.stringify(one)}\n`],
  ])('as %s is compared with the entries that it names', (_, text) => {
    expect(() => compareReceipt(readReceipt(text), logged, 10)).not.toThrow();
    expect(() => compareReceipt(readReceipt(text), logged, 512)).not.toThrow();
    expect(() => compareReceipt(readReceipt(text), logged.toReversed(), 10)).toThrow('entry 10 is another');
  });

  it('names a later entry that is compared too', () => {
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
  ])('that names no entry is refused: %s', (text) => {
    expect(() => readReceipt(text)).toThrow(/^the receipt (is neither|names no entry)/);
  });
});
