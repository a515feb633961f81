import { Registry } from 'prom-client';
import { Readiness } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';
import { ClientAddresses } from './client-addresses.js';
import { VoterAddresses } from './voter-addresses.js';

let metrics: Registry;
let readiness: Readiness;
let voters: VoterAddresses;
let now: number;

beforeEach(() => {
  now = 0;
  metrics = new Registry();
  readiness = new Readiness(metrics, createLogger('api', 'silent'));
  voters = new VoterAddresses(metrics, readiness, () => now);
});

/** Casts of this many voters, each with a public address of their own. @param hops between voter and API, nearest last */
function votersCome(count: number, trusted: string[], hops: string[]): void {
  const addresses = new ClientAddresses(trusted, voters);
  for (let i = 0; i < count; i++) {
    const [nearest = '', ...further] = [...hops].reverse();
    const forwarded = [`41.66.${i >> 8}.${i & 255}`, ...further.reverse()].join(', ');
    addresses.of({
      socket: { remoteAddress: nearest },
      headers: { 'x-forwarded-for': forwarded },
    } as never);
  }
}

const hints = (): string[] => readiness.details().hints;
const counted = async (kind: string): Promise<number> => {
  const metric = await metrics.getSingleMetric('abato_client_addresses_total')?.get();
  return metric?.values.find(({ labels }) => labels['kind'] === kind)?.value ?? -1;
};

it('finds nothing when the proxy is trusted and voters have public addresses', async () => {
  votersCome(200, ['10.0.0.0/24'], ['10.0.0.7']);
  expect([await counted('public'), await counted('private'), await counted('unlisted-proxy')]).toEqual([
    200, 0, 0,
  ]);
  expect(hints()).toEqual([]);
});

it('names a proxy that is not listed', async () => {
  votersCome(200, [], ['10.0.0.7']);
  expect(await counted('unlisted-proxy')).toBe(200);
  expect(hints()).toEqual([expect.stringMatching(/^200 of the last 200 casts .*most under 10\.0\.0\.7/)]);
});

it('names a second proxy that is not listed behind one that is', async () => {
  votersCome(200, ['10.0.0.0/24'], ['172.16.5.5', '10.0.0.7']);
  expect(await counted('private')).toBe(200);
  expect(hints()).toEqual([expect.stringContaining('most under 172.16.5.5')]);
});

it('names the node’s address that a load balancer forwards instead of the voter’s, although a wide list trusts it', async () => {
  const addresses = new ClientAddresses(['10.0.0.0/8'], voters);
  for (let i = 0; i < 60; i++) {
    addresses.of({
      socket: { remoteAddress: '10.2.0.9' },
      headers: { 'x-forwarded-for': '10.1.0.3' },
    } as never);
  }
  expect(await counted('private')).toBe(60);
  expect(hints()).toEqual([expect.stringContaining('most under 10.1.0.3')]);
});

it('says nothing of a few voters, nor of a minority', () => {
  votersCome(49, [], ['10.0.0.7']);
  expect(hints()).toEqual([]);
  now = 6 * 60_000;
  votersCome(60, ['10.0.0.0/24'], ['10.0.0.7']);
  votersCome(50, [], ['10.0.0.7']);
  expect(hints()).toEqual([]);
});

it('forgets what was more than five minutes ago', () => {
  votersCome(200, [], ['10.0.0.7']);
  now = 6 * 60_000;
  votersCome(60, ['10.0.0.0/24'], ['10.0.0.7']);
  expect(hints()).toEqual([]);
});

it.each(['10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', '127.0.0.1', '::1', 'fd00::1', 'fe80::1'])(
  'takes %s for one of our own network',
  async (address) => {
    voters.note(address, false);
    expect(await counted('private')).toBe(1);
  },
);

it.each(['41.66.1.1', '172.32.0.1', '100.128.0.1', '11.0.0.1', '2c0f:2a80::1', 'fec0::1'])(
  'takes %s for a public one',
  async (address) => {
    voters.note(address, false);
    expect(await counted('public')).toBe(1);
  },
);
