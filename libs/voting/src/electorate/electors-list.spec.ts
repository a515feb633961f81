import { MAX_LISTED_ELECTORS, plainBallotCode } from '@abato/contracts';
import { readElectors } from './electors-list.js';

it.each([
  ['one number a line', '+233241234567\n0201234567\n'],
  ['a column among others', 'Name,Phone,Hall\nAma,+233241234567,A\nKofi,"020 123 4567",B\n'],
  ['as a spreadsheet writes them', 'phone;name\r\n241234567;Ama\r\n233201234567;Kofi\r\n'],
  ['with a byte order mark and blank lines', '\uFEFFmobile\n\n024-123-4567\n\n(020) 123 4567\n'],
])('a list of voters is read: %s', (_, text) =>
  expect(readElectors(text)).toEqual({ phones: ['+233241234567', '+233201234567'], problems: [] }),
);

it('a list of voters names the lines that cannot be used, at most twenty', () => {
  const { problems } = readElectors('phone\n0241234567\nAma\n+233 24 123 4567\n0402123456');
  expect(problems).toEqual([
    expect.stringMatching(/^Line 3: /),
    'Line 4: this number is already on line 2',
    expect.stringMatching(/^Line 5: /),
  ]);
  expect(readElectors('x\n'.repeat(100)).problems).toHaveLength(20);
});

it('a list of voters is refused when it is empty or too long', () => {
  expect(readElectors('phone').problems).toEqual(['The list holds no phone number']);
  const { phones, problems } = readElectors('0241234567\n'.repeat(MAX_LISTED_ELECTORS + 1));
  expect([phones, problems]).toEqual([[], ['A list has at most 50,000 numbers; this one has 50,001']]);
});

it.each(['7K3M-9QXT', ' 7k3m 9qxt', '7K3M9QXT'])(
  'a ballot code is the same however it is typed: %j',
  (code) => expect(plainBallotCode(code)).toBe('7K3M9QXT'),
);

it('letters that look like digits are these digits', () =>
  expect(plainBallotCode('oIlO-abcd')).toBe('0110ABCD'));
