import { jest } from '@jest/globals';
import { networkOf, Secrets } from '@abato/platform';
import { KnownNetworks, VoterNetwork } from './voter-network.js';

const secrets = new Secrets(Buffer.alloc(32, 7).toString('base64'));
const PHONE = '+233241234567';

it('the network of an address is the IPv4 address, also written as IPv6', () => {
  expect(networkOf('41.66.1.2')).toBe('41.66.1.2');
  expect(networkOf('::ffff:41.66.1.2')).toBe('41.66.1.2');
});

it('the network of an address is the first half of an IPv6 address, however it is written', () => {
  expect(networkOf('2001:db8:0:1::1')).toBe('2001:db8:0:1');
  expect(networkOf('2001:0DB8:0000:0001:ffff::9')).toBe('2001:db8:0:1');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
});

const network = new VoterNetwork(secrets, true, new KnownNetworks(['203.0.113.0/24', '2001:db8::/32']));

it.each([
  ['an address of a Ghanaian carrier', '154.160.3.4', false],
  ['the same as IPv6', '::ffff:154.160.3.4', false],
  ['an IPv6 address of a Ghanaian carrier', '2c0f:f8e8:1::1', false],
  ['a private address', '192.168.1.4', false],
  ['this machine', '127.0.0.1', false],
  ['a network of the setting', '203.0.113.9', false],
  ['an IPv6 network of the setting', '2001:db8:1::9', false],
  ['an address elsewhere', '45.10.0.7', true],
  ['the same as IPv6', '::ffff:45.10.0.7', true],
  ['an IPv6 address elsewhere', '2a0c:beef::1', true],
  ['an address of this link, with its interface', 'fe80::1%eth0', false],
  ['an address elsewhere with an interface', '2a0c:beef::1%eth0', true],
  ['an unknown address', '', false],
  ['a gateway’s request', null, false],
])('a network where few voters are %s', (_, address, expected) =>
  expect(network.isOutside(address)).toBe(expected),
);

it('a network where few voters are is none on this machine outside production', () => {
  expect(new VoterNetwork(secrets, false).isOutside('127.0.0.1')).toBe(false);
  expect(new VoterNetwork(secrets, false).isOutside('45.10.0.7')).toBe(true);
});

const digests = (address: string, phone = PHONE, contest = 'a', everywhere = true) =>
  new VoterNetwork(secrets, everywhere).digests(contest, address, phone);

it('digests of a voter’s network are the same for neighbouring numbers of one address and differ for everything else', () => {
  const one = digests('41.66.1.2');
  expect(digests('41.66.1.2', '+233241234599')).toEqual(one);
  expect(digests('41.66.1.2', '+233241234667').neighbours).not.toEqual(one.neighbours);
  expect(digests('41.66.1.3').address).not.toEqual(one.address);
  expect(digests('41.66.1.2', PHONE, 'b').address).not.toEqual(one.address);
});

it('digests of a voter’s network are none for this machine outside production, and for an unknown address', () => {
  expect(digests('127.0.0.1', PHONE, 'a', false)).toEqual({ address: null, neighbours: null });
  expect(digests('', PHONE)).toEqual({ address: null, neighbours: null });
  expect(digests('127.0.0.1').address).not.toBeNull();
});

describe('networks that an address lies in', () => {
  const network = new VoterNetwork(secrets, true);
  const contest = 'c0ffee00-0000-4000-8000-000000000000';
  const networkOfVote = (address: string) => network.groups(contest, address)?.network;
  const widerOfVote = (address: string) => network.groups(contest, address)?.wider;

  it.each([
    ['154.160.3.9', '154.160.3.200', '154.160.4.9', '154.161.3.9'],
    ['2c0f:f8e8:1:2::1', '2c0f:f8e8:1:ffff::1', '2c0f:f8e8:2:2::1', '2c0f:f8e9:1:2::1'],
  ])('of %s are those of %s, and only the wider one is that of %s', (one, near, wide, other) => {
    expect(networkOfVote(near)).toEqual(networkOfVote(one));
    expect(networkOfVote(wide)).not.toEqual(networkOfVote(one));
    expect(widerOfVote(wide)).toEqual(widerOfVote(one));
    expect(widerOfVote(other)).not.toEqual(widerOfVote(one));
    expect(networkOfVote(one)).not.toEqual(widerOfVote(one));
  });

  it('are none of a gateway’s request', () => expect(network.groups(contest, null)).toBeNull());

  it('are no one’s who asks for a person check on this machine outside production', () => {
    expect(new VoterNetwork(secrets, false).asker('127.0.0.1')).toBeNull();
    expect(network.asker('127.0.0.1')).not.toBeNull();
  });

  it('pay for person checks together where one customer has many of them', () => {
    expect(network.asker('2c0f:f8e8:1:2::1')).toEqual(network.asker('2c0f:f8e8:1:ffff::1'));
    expect(network.asker('154.160.3.9')).not.toEqual(network.asker('154.160.3.10'));
  });
});

describe('who casts a paid vote', () => {
  const network = new VoterNetwork(secrets, true);

  it('is a phone and an address, each as a text of its digest, over all contests', () => {
    const { phone, address } = network.unpaid('154.160.3.9', PHONE);
    for (const text of [phone, address]) expect(text).toMatch(/^[\w-]{22,}$/);
    expect(network.unpaid('154.160.3.9', PHONE)).toEqual({ phone, address });
    expect(network.unpaid('154.160.3.10', PHONE).address).not.toBe(address);
    expect(network.unpaid('154.160.3.9', '+233241234568').phone).not.toBe(phone);
  });

  it('has no address where addresses do not count', () =>
    expect(network.unpaid(null, PHONE)).toMatchObject({ address: null, phone: expect.any(String) }));
});

describe('digests of addresses', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('are made once for a crowd behind one address, and again after ten minutes', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const made = jest.spyOn(secrets, 'voterDigest');
    const network = new VoterNetwork(secrets, true);
    const madeAt = (now: number): number => {
      clock.mockReturnValue(now);
      network.asker('154.160.3.9');
      return made.mock.calls.length;
    };
    expect([1_000, 1_001, 601_000, 601_001, 601_002].map(madeAt)).toEqual([1, 1, 1, 2, 2]);
  });

  it('are kept of 20,000 addresses, so that their memory is bounded', () => {
    const made = jest.spyOn(secrets, 'voterDigest');
    const network = new VoterNetwork(secrets, true);
    const ask = (nr: number): number => {
      network.asker(`154.160.${Math.floor(nr / 250)}.${nr % 250}`);
      return made.mock.calls.length;
    };
    for (let nr = 0; nr < 20_000; nr++) ask(nr);
    expect([0, 20_000, 0].map(ask)).toEqual([20_000, 20_001, 20_002]);
  });
});

describe('digests of who casts an unpaid vote', () => {
  const network = new VoterNetwork(secrets, true);

  it('are the same for a number on the website, wherever it is typed, and others for one that a gateway vouches for', () => {
    const typed = network.unpaid('41.66.1.2', PHONE);
    expect(network.unpaid('41.66.1.3', PHONE).phone).toBe(typed.phone);
    expect(network.unpaid('41.66.1.3', PHONE).address).not.toBe(typed.address);
    const vouched = network.unpaid(null, PHONE);
    expect(vouched.phone).not.toBe(typed.phone);
    expect(vouched.address).toBeNull();
  });
});

it('the addresses of 48 bits of IPv6 are one where proofs of numbers are asked for, those of IPv4 each by itself', () => {
  const network = new VoterNetwork(secrets, true);
  expect(network.crowd('a', '2001:db8:1:2::1')).toEqual(network.crowd('a', '2001:db8:1:3::1'));
  expect(network.crowd('a', '2001:db8:1::1')).not.toEqual(network.crowd('a', '2001:db8:2::1'));
  expect(network.crowd('a', '41.66.1.2')).not.toEqual(network.crowd('a', '41.66.1.3'));
  expect(network.crowd('a', '41.66.1.2')).not.toEqual(network.crowd('b', '41.66.1.2'));
  expect(network.crowd('a', null)).toBeNull();
});
