import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Redis } from 'ioredis';
import { ThrottlingService } from '@abato/accounts';
import { createBlockingRedis, createLogger, type Environment, newId, Secrets } from '@abato/platform';
import {
  PersonChecks,
  writeVotes,
  AddressMemory,
  type FreeVote,
  minuteOf,
  judgeByVotes,
  chargeInRedis,
  chargeOf,
  refundInRedis,
} from '@abato/voting';
import { createModelDatabase, type ModelDatabase } from '../payments/model/database.js';
import { World } from '../payments/model/world.js';
import { testState } from '../support/state.js';

const MINUTE = 60_000;
const WINDOW_SECONDS = 3_600;
let redis: Redis;
beforeAll(() => {
  redis = createBlockingRedis(testState().redisUrl, () => undefined);
});
afterAll(() => redis?.disconnect());

/** An address of the documentation's range that no other test uses. */
const anAddress = () => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;

describe('tries', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const tries = () =>
    new ThrottlingService(
      redis,
      { production: true } as Environment,
      { now: () => now },
      createLogger('tries', 'silent'),
    );
  type Kind = Parameters<ThrottlingService['guard']>[0];
  const wrong = () => Promise.reject(new Error('wrong'));

  /** How many tries run before the first refusal. @param account another one for each try when undefined */
  async function countTries(kind: Kind, account: string | undefined, address: () => string): Promise<number> {
    const service = tries();
    for (let count = 0; count < 1_000; count++) {
      const thing = account ?? randomUUID();
      const error = await service.guard(kind, thing, address(), wrong).catch((e: Error) => e);
      if (error.message !== 'wrong') {
        expect(error).toMatchObject({ code: 'RATE_LIMITED' });
        return count;
      }
    }
    return Infinity;
  }

  it.each<[Kind, number]>([
    ['login', 5],
    ['register', 10],
    ['forgotPassword', 3],
    ['resetPassword', 5],
    ['findVote', 10],
  ])('of %s wait after %i about one account, from whatever address', async (kind, free) => {
    expect(await countTries(kind, randomUUID(), anAddress)).toBe(free);
  });

  it.each<[Kind, number]>([
    ['login', 50],
    ['register', 20],
    ['forgotPassword', 20],
    ['resetPassword', 50],
    ['findVote', 300],
    ['prompt', 300],
  ])('of %s wait after %i from one address, whatever they are about', async (kind, free) => {
    const address = anAddress();
    expect(await countTries(kind, undefined, () => address)).toBe(free);
  });

  it('are forgotten after an hour', async () => {
    const account = randomUUID();
    await countTries('findVote', account, anAddress);
    const digest = createHash('sha256').update(account).digest('base64url').slice(0, 22);
    const seconds = await redis.ttl(`abato:tries:findVote:account:${digest}`);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(WINDOW_SECONDS);
  });
});

function aFreeVote(contestId: string, phone: string, fields: Partial<FreeVote> = {}): FreeVote {
  return {
    contestId,
    phone,
    phoneDigest: createHash('sha256').update(phone).digest().subarray(0, 16),
    votes: 1,
    limit: 10,
    deviceLimit: 10,
    device: Buffer.from('a device of this'),
    address: Buffer.from('an address'),
    neighbours: Buffer.from('neighbours'),
    challenge: 'AUTO',
    proven: false,
    ...fields,
  };
}

describe('what Redis remembers of free votes', () => {
  it('expires: every digest within the hour of its last vote', async () => {
    const contestId = newId();
    const phones = ['+233241234501', '+233241234502', '+233241234503'];
    const votes = phones.map((phone) => aFreeVote(contestId, phone));
    const minute = minuteOf(new Date());
    const verdicts = [
      ...(await chargeInRedis(redis, votes.slice(0, 2), [], minute)),
      ...(await chargeInRedis(redis, votes.slice(2), [], minute)),
      ...(await chargeInRedis(redis, votes.slice(2), [], minute)),
    ];
    expect(verdicts.map(({ kind }) => kind)).toEqual(['counted', 'counted', 'counted', 'counted']);
    await refundInRedis(redis, votes.slice(2).map(chargeOf), minute);
    const keys = await redis.keys(`abato:*:${contestId}:*`);
    // Three phones, one device, one address, one group of neighbours.
    expect(keys).toHaveLength(6);
    for (const key of keys) {
      const seconds = await redis.ttl(key);
      expect([key, seconds > 0 && seconds <= WINDOW_SECONDS]).toEqual([key, true]);
    }
  });
});

describe('free votes judged without Redis', () => {
  let database: ModelDatabase;
  beforeAll(async () => {
    database = await createModelDatabase();
  }, 300_000);
  afterAll(async () => database?.drop());

  it.each([
    ['WEB', 'refused'],
    ['USSD', 'refused'],
    ['MANUAL', 'counted'],
  ] as const)('count what a phone has cast, not what was entered for it (%s)', async (source, verdict) => {
    const world = new World(database.pool, database.owner);
    world.now = new Date();
    world.end = new Date(world.now.getTime() + 60 * MINUTE);
    await world.create();
    await world.changePrice(0);
    const id = newId();
    const phone = '+233241234567';
    const { contestId, categoryId, contestantId } = world;
    const row = {
      ...{ id, contestId, categoryId, contestantId, votes: 5, price: 0, name: null, email: null, phone },
      ...{ key: id, digest: Buffer.alloc(1), phoneDigest: Buffer.alloc(16), emailDigest: null, source },
    };
    expect((await writeVotes(database.pool, [row], world.now)).size).toBe(1);
    const wanted = aFreeVote(contestId, phone, { limit: 5, device: null });
    const [judged] = await judgeByVotes(database.pool, [wanted], minuteOf(world.now), new AddressMemory());
    expect(judged?.kind).toBe(verdict);
  });
});

describe('a solved person check', () => {
  /** A check that was issued so long ago. */
  async function solvedAfter(ms: number): Promise<boolean> {
    const [contestId, key] = [newId(), randomUUID()];
    const secrets = new Secrets(Buffer.alloc(32, 7).toString('base64'));
    const checks = new PersonChecks(secrets, { now: () => new Date(Date.now() - ms) });
    const challenge = await checks.issue(contestId, key);
    const solution = await solveChallenge({ challenge, deriveKey });
    const solved = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    return checks.proves(solved, contestId, key);
  }

  it('is worth something at once and nothing after ten minutes', async () => {
    expect(await solvedAfter(0)).toBe(true);
    expect(await solvedAfter(10 * MINUTE + 1_000)).toBe(false);
  });
});
