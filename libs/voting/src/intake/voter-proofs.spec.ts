import type { Redis } from 'ioredis';
import type { CachedContest } from '@abato/contests';
import { type Environment, Secrets } from '@abato/platform';
import { minuteOf, slotOf } from '../limits/free-vote.js';
import { PersonChecks } from '../person-check/person-checks.js';
import { ProofOffers } from '../person-check/proof-offers.js';
import { VoterProofs } from './voter-proofs.js';

const secrets = new Secrets(Buffer.alloc(32, 7).toString('base64'));
const clock = { now: () => new Date() };
const proofs = new VoterProofs(
  { KNOWN_NETWORKS: '', production: true } as Environment,
  secrets,
  new PersonChecks(secrets, clock),
  clock,
);
const contest = (verification: string, votePricePesewas: number): CachedContest =>
  ({ facts: { verification, votePricePesewas } }) as unknown as CachedContest;

it.each([
  ['free open', contest('OPEN', 0), 4],
  ['paid', contest('OPEN', 100), 1],
  ['verified', contest('PHONE', 0), 1],
  ['unknown', null, 4],
])('a person check of an outside network in a contest that is %s', (_what, of, strength) => {
  expect(proofs.strengthOf('45.10.0.7', of)).toBe(strength);
  expect(proofs.strengthOf('41.66.201.1', of)).toBe(1);
});

const slotNow = () => slotOf(minuteOf(clock.now()));

it.each([
  ['an address that has given nothing', () => Promise.resolve(null), true, '41.66.201.1', false],
  ['an address, while Redis is away', () => Promise.reject(new Error('away')), true, '41.66.201.1', true],
  [
    'an address of a contest that asks for no proof',
    () => Promise.reject(new Error('away')),
    false,
    '41.66.201.1',
    false,
  ],
  ['a private address', () => Promise.resolve(null), true, '192.168.7.1', false],
  [
    'any address, while far more new voters come than usual',
    (key: string) => Promise.resolve(key === 'abato:surge:a' ? `${slotNow()}:300:a;` : null),
    true,
    '192.168.7.1',
    true,
  ],
  [
    'an address of a contest whose new voters have come in usual numbers for a while',
    (key: string) =>
      Promise.resolve(key === 'abato:surge:a' ? `${slotNow() - 3}:300:a;${slotNow()}:9;` : null),
    true,
    '41.66.201.1',
    false,
  ],
])('an open contest may ask for the numbers of %s', async (_what, get, addressProof, address, asks) => {
  const env = { KNOWN_NETWORKS: '', production: true, LIMITS_REDIS_MS: 60_000 } as Environment;
  const asking = new ProofOffers(env, proofs, clock, { get } as unknown as Redis);
  const facts = { id: 'a', verification: 'OPEN', votePricePesewas: 0, freeVotesPerHour: 10, addressProof };
  const open = { facts } as unknown as CachedContest;
  expect(await asking.asksForNumbers(open, address)).toBe(asks);
});
