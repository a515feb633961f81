import { VoterTokens } from './voter-tokens.js';
import { orderingNetwork } from './code-budgets.js';

const tokens = new VoterTokens(Buffer.alloc(32, 7));
const phone = Buffer.alloc(16, 1);
const other = Buffer.alloc(16, 2);
const end = new Date('2026-12-01T18:00:00Z');
const before = new Date(end.getTime() - 1_000);

it('a voter’s token proves its own phone until it expires', () => {
  const token = tokens.issue(phone, end);
  expect(token.length).toBeLessThan(40);
  expect(tokens.proves(token, phone, before)).toBe(true);
  expect(tokens.proves(token, phone, end)).toBe(false);
  expect(tokens.proves(token, other, before)).toBe(false);
  expect(new VoterTokens(Buffer.alloc(32, 8)).proves(token, phone, before)).toBe(false);
});

it('a voter’s token cannot be given a later expiry, or be cut', () => {
  const [expiry = '', signature = ''] = tokens.issue(phone, end).split('.');
  const later = (parseInt(expiry, 36) + 1).toString(36);
  for (const wrong of [
    `${later}.${signature}`,
    `${expiry}.${signature.slice(0, -2)}`,
    `${expiry}.`,
    `${expiry}.${signature}.x`,
    `.${signature}`,
    signature,
    expiry,
    '',
    ' ',
    'x'.repeat(10_000),
    `${expiry}.${'A'.repeat(22)}`,
  ])
    expect([wrong.slice(0, 60), tokens.proves(wrong, phone, before)]).toEqual([wrong.slice(0, 60), false]);
  expect(tokens.proves(undefined, phone, before)).toBe(false);
});

it('a voter’s token is found among those of a family, and not beyond the fifth', () => {
  const own = tokens.issue(phone, end);
  const others = Array.from({ length: 5 }, (_, nr) => tokens.issue(Buffer.alloc(16, 10 + nr), end));
  expect(tokens.proves([...others.slice(0, 4), own].join(', '), phone, before)).toBe(true);
  expect(tokens.proves([...others, own].join(','), phone, before)).toBe(false);
});

it('the network that orders codes is an IPv4 address, and of an IPv6 address what a provider hands out', () => {
  expect(orderingNetwork('102.176.1.9')).toBe('102.176.1.9');
  expect(orderingNetwork('::ffff:102.176.1.9')).toBe('102.176.1.9');
  const groups = ['2001:db8:1:ffff::1', '2001:db8:1:0:5::2', '2001:0db8:0001::'].map(orderingNetwork);
  expect(new Set(groups)).toEqual(new Set(['2001:db8:1']));
  expect(orderingNetwork('2001:db8:2::1')).not.toBe('2001:db8:1');
});
