import fc from 'fast-check';
import { CSV_BYTE_ORDER_MARK, csvLine, slugOf } from './csv.js';
import { seedOf } from '../../../test/support/seed.js';

fc.configureGlobal({ seed: seedOf('csv') });

it('csvLine quotes what needs it', () =>
  expect(csvLine(['a', 'b "c"', 'd,e', 'f\ng', 1.5, null])).toBe('"a","b ""c""","d,e","f\ng",1.5,\r\n'));

it.each(['=1+1', '+233', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'csvLine disarms %j',
  (text) => expect(csvLine([text])).toBe(`" ${text}"\r\n`),
);

it('csvLine writes a time as spreadsheets read it', () =>
  expect(csvLine([new Date('2026-11-27T18:00:01.999Z')])).toBe('2026-11-27 18:00:01\r\n'));

it('csvLine is read as UTF-8 after the mark at the beginning of a file', () =>
  expect(Buffer.from(CSV_BYTE_ORDER_MARK)).toEqual(Buffer.from([0xef, 0xbb, 0xbf])));

it('csvLine gives back every text to a reader that follows the standard', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (cells) => {
      const line = csvLine(cells);
      const read = [...line.slice(0, -2).matchAll(/"((?:[^"]|"")*)"/g)].map((m) =>
        (m[1] ?? '').replaceAll('""', '"'),
      );
      const withoutSpace = (cell: string) => cell.replace(/^ (?=[=+\-@\t\r\n＝＋－＠])/, '');
      expect(read.map(withoutSpace)).toEqual(cells.map(withoutSpace));
    }),
  );
});

it.each([
  ['Volta Music Awards 2026', 'volta-music-awards-2026'],
  ['  Ɛdɔ “Queen” & Co. ', 'd-queen-co'],
  ['Ébène à Paris', 'ebene-a-paris'],
  ['../../etc/passwd"; x', 'etc-passwd-x'],
  ['投票 🎤', ''],
  ['x'.repeat(60), 'x'.repeat(40)],
  [`${'x'.repeat(39)} yes`, 'x'.repeat(39)],
])('slugOf of %j is "%s"', (title, slug) => expect(slugOf(title)).toBe(slug));
