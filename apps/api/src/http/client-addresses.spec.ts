import type { IncomingMessage } from 'node:http';
import { ClientAddresses } from './client-addresses.js';

const PROXY = '10.0.0.1';

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  return {
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
}

const addresses = new ClientAddresses([PROXY, '10.1.0.0/16', 'fd00::/8']);

it.each([
  ['203.0.113.7', undefined, '203.0.113.7', 'no proxy'],
  ['203.0.113.7', '198.51.100.1', '203.0.113.7', 'a proxy that is not ours'],
  [PROXY, '198.51.100.1', '198.51.100.1', 'our proxy'],
  [`::ffff:${PROXY}`, '198.51.100.1', '198.51.100.1', 'our proxy, by IPv6'],
  [PROXY, '6.6.6.6, 198.51.100.1', '198.51.100.1', 'our proxy, and what the client claims'],
  [PROXY, '198.51.100.1, 10.1.2.3', '198.51.100.1', 'two of our proxies'],
  [PROXY, '198.51.100.1:50123', '198.51.100.1', 'a proxy that adds the port'],
  [PROXY, '198.51.100.1:50123, 10.1.2.3:9', '198.51.100.1', 'two proxies that add the port'],
  [PROXY, '[2001:db8::1]:50123', '2001:db8::1', 'a port after IPv6'],
  [PROXY, '[2001:db8::1]', '2001:db8::1', 'IPv6 in brackets'],
  [PROXY, '2001:db8::1', '2001:db8::1', 'IPv6'],
  [PROXY, '::ffff:198.51.100.1', '198.51.100.1', 'IPv4 as IPv6'],
  [PROXY, 'fe80::1%eth0', 'fe80::1', 'a zone'],
  [PROXY, 'unknown', PROXY, 'a word'],
  [PROXY, '', PROXY, 'nothing'],
  [PROXY, ', ,', PROXY, 'commas'],
  [PROXY, '198.51.100.1:x', PROXY, 'a port that is none'],
  [PROXY, '300.1.1.1', PROXY, 'an address that is none'],
  [PROXY, '198.51.100.1, garbage-7', PROXY, 'garbage before an address'],
  [PROXY, 'garbage, 198.51.100.1', '198.51.100.1', 'an address before garbage'],
  [PROXY, '198.51.100.1, 1:2, 10.1.2.3', '10.1.2.3', 'garbage between proxies'],
])('of %s with "%s" is %s (%s)', (remote, forwarded, expected, _what) =>
  expect(addresses.of(requestFrom(remote, forwarded))).toBe(expected),
);

it('is the connection’s own where no proxy is trusted', () => {
  const none = new ClientAddresses([]);
  expect(none.of(requestFrom('203.0.113.7', '198.51.100.1'))).toBe('203.0.113.7');
  expect(none.of(requestFrom('::ffff:203.0.113.7'))).toBe('203.0.113.7');
});

it('leaves the framework a header that it can only read in the same way', () => {
  const request = requestFrom(PROXY, '6.6.6.6, nonsense, 198.51.100.1:7, [fd00::1]:9');
  addresses.clean(request);
  expect(request.headers['x-forwarded-for']).toBe('198.51.100.1, fd00::1');
  const unreadable = requestFrom(PROXY, 'nonsense');
  addresses.clean(unreadable);
  expect(unreadable.headers).toEqual({});
});
