import { networkOf, Secrets } from '@abato/platform';
import { VoterNetwork } from './voter-network.js';

const secrets = new Secrets(Buffer.alloc(32, 7).toString('base64'));
const PHONE = '+233241234567';

describe('the network of an address', () => {
  it('is the IPv4 address, also written as IPv6', () => {
    expect(networkOf('41.66.1.2')).toBe('41.66.1.2');
    expect(networkOf('::ffff:41.66.1.2')).toBe('41.66.1.2');
  });

  it('is the first half of an IPv6 address, however it is written', () => {
    expect(networkOf('2001:db8:0:1::1')).toBe('2001:db8:0:1');
    expect(networkOf('2001:0DB8:0000:0001:ffff::9')).toBe('2001:db8:0:1');
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
    expect(networkOf('::1')).toBe('0:0:0:0');
  });
});

describe('digests of a voter’s network', () => {
  const digests = (address: string, phone = PHONE, contest = 'a', everywhere = true) =>
    new VoterNetwork(secrets, everywhere).digests(contest, address, phone);

  it('are the same for neighbouring numbers of one address and differ for everything else', () => {
    const one = digests('41.66.1.2');
    expect(digests('41.66.1.2', '+233241234599')).toEqual(one);
    expect(digests('41.66.1.2', '+233241234667').neighbours).not.toEqual(one.neighbours);
    expect(digests('41.66.1.3').address).not.toEqual(one.address);
    expect(digests('41.66.1.2', PHONE, 'b').address).not.toEqual(one.address);
  });

  it('are none for this machine outside production, and for an unknown address', () => {
    expect(digests('127.0.0.1', PHONE, 'a', false)).toEqual({ address: null, neighbours: null });
    expect(digests('', PHONE)).toEqual({ address: null, neighbours: null });
    expect(digests('127.0.0.1').address).not.toBeNull();
  });
});
