import type { Redis } from 'ioredis';
import type { CachedContest } from '@abato/contests';
import { type Environment, Secrets } from '@abato/platform';
import { PersonChecks } from '../person-check/person-checks.js';
import { VoterProofs } from './voter-proofs.js';

const secrets = new Secrets(Buffer.alloc(32, 7).toString('base64'));
const clock = { now: () => new Date() };
const proofs = new VoterProofs(
  { KNOWN_NETWORKS: '', production: true } as Environment,
  secrets,
  new PersonChecks(secrets, clock),
  clock,
  {} as Redis,
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
