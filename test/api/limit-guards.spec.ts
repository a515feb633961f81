import { createHash, randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Transactions } from '@abato/database';
import { DeviceTokens, SignInThrottle, ThrottlingService } from '@abato/accounts';
import { Delays } from '@abato/testing/accounts';
import { FindVoteService } from '@abato/reports';
import { type AppError, type Environment, newId, Secrets } from '@abato/platform';
import { CastVotesRepository, writeVotes } from '@abato/voting';
import type { FreeVote } from '@abato/testing/voting';
import { chargeInRedis, judgeByVotes, minuteOf, PersonChecks, refundInRedis } from '@abato/testing/voting';
import { ownDatabase } from '../payments/model/database.js';
import { World } from '../payments/model/world.js';
import { database as appDatabase } from '../support/builders.js';
import { aNetwork } from '../support/networks.js';
import { redis, useRedis } from '../support/own-redis.js';
import { phonesOf } from '../support/phones.js';
import { aFreeRow, aFreeVote } from '../support/vote-rows.js';

const database = await ownDatabase();

const MINUTE = 60_000;
const WINDOW_SECONDS = 3_600;
useRedis();

/** An address of a network that no other test uses. */
const anAddress = () => `${aNetwork()}::1`;

const tries = () => new ThrottlingService(redis, { production: true } as Environment);
type Kind = Parameters<ThrottlingService['guard']>[0];
const wrong = () => Promise.reject(new Error('wrong'));

/** How many tries about one account or from one address run before the first refusal. */
async function countTries(kind: Kind, of: 'account' | 'address', service = tries()) {
  const [account, network] = [randomUUID(), aNetwork()];
  for (let count = 0, last = performance.now(); count < 1_000; count++) {
    const thing = of === 'account' ? account : randomUUID();
    // However many addresses of a network (64 bits of IPv6) there are.
    const from = of === 'address' ? `${network}::${count}` : anAddress();
    const error = await service.guard(kind, thing, from, wrong).catch((e: Error) => e);
    // The machine stood still until the first wait was over.
    if (performance.now() - last > 900) return countTries(kind, of, service);
    last = performance.now();
    if (error.message !== 'wrong') {
      expect(error).toMatchObject({ code: 'RATE_LIMITED' });
      return { count, account };
    }
  }
  throw new Error('no try was refused');
}
const keyOf = (kind: Kind, account: string) =>
  `${kind}:account:${createHash('sha256').update(account).digest('base64url').slice(0, 22)}`;

it.each<[Kind, number]>([
  ['register', 10],
  ['forgotPassword', 3],
  ['resetPassword', 5],
  ['verifyEmail', 5],
  ['sendVerification', 3],
  ['findVote', 10],
])('tries of %s wait after %i about one account, from whatever address', async (kind, free) =>
  expect(await countTries(kind, 'account')).toMatchObject({ count: free }),
);

it.each<[Kind, number]>([
  ['login', 50],
  ['register', 20],
  ['forgotPassword', 20],
  ['resetPassword', 50],
  ['verifyEmail', 50],
  ['sendVerification', 20],
  ['findVote', 300],
  ['prompt', 300],
  ['receipt', 300],
])('tries of %s wait after %i from one address, whatever they are about', async (kind, free) =>
  expect(await countTries(kind, 'address')).toMatchObject({ count: free }),
);

it('tries to find a vote by a phone number from one network do not stop its owner on another one', async () => {
  const casts = new CastVotesRepository(new Transactions(appDatabase()), { now: () => new Date() }, {
    RESULT_DEADLINE_HOURS: 24,
  } as Environment);
  const service = new FindVoteService(new Transactions(appDatabase()), tries(), casts);
  const phone = phonesOf('limit-guards')();
  const find = (address: string) =>
    service.find({ phone, reference: randomUUID() }, address).catch(({ code }: AppError) => code);
  const guesser = anAddress();
  const guesses = [];
  for (let nr = 0; nr < 11; nr++) guesses.push(await find(guesser));
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 'VOTE_NOT_FOUND'), 'RATE_LIMITED']);
  expect(await find(anAddress())).toBe('VOTE_NOT_FOUND');
});

it('tries are forgotten after an hour', async () => {
  const { account } = await countTries('findVote', 'account');
  const seconds = await redis.ttl(`abato:attempts:${keyOf('findVote', account)}`);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(WINDOW_SECONDS);
});

it('tries wait twice as long each time', async () => {
  const { account } = await countTries('forgotPassword', 'account');
  const waits: unknown[] = [];
  for (let nr = 0; nr < 3; nr++) {
    const refused = await tries()
      .guard('forgotPassword', account, anAddress(), wrong)
      .catch((e: Error) => e);
    waits.push(Math.ceil(((refused as AppError).retryAfter ?? 0) / 60));
    // As if the time had passed.
    await redis.del(`abato:waits:${keyOf('forgotPassword', account)}`);
    await expect(tries().guard('forgotPassword', account, anAddress(), wrong)).rejects.toThrow('wrong');
  }
  expect(waits).toEqual([1, 2, 4]);
});

it('tries are counted by the process itself while Redis is away', async () => {
  const lost = redis.duplicate();
  lost.disconnect();
  const service = new ThrottlingService(lost, { production: true } as Environment);
  expect(await countTries('forgotPassword', 'account', service)).toMatchObject({ count: 3 });
  expect(await countTries('login', 'address', service)).toMatchObject({ count: 50 });
});

describe('sign-in tries', () => {
  let now = new Date('2026-11-21T12:00:00Z');
  const clock = { now: () => now };
  const secrets = new Secrets(Buffer.alloc(32, 7).toString('base64'));
  const devices = new DeviceTokens(secrets, clock);
  let delayed: number[];
  const wrong = () => Promise.reject(new Error('wrong'));
  const anEmail = () => `owner-${randomUUID()}@example.com`;

  function throttle(delays = new Delays(200, (ms) => Promise.resolve(delayed.push(ms)))): SignInThrottle {
    const tries = new ThrottlingService(redis, { production: true } as Environment);
    return new SignInThrottle(tries, devices, delays, secrets);
  }
  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'signed in',
      (error: Error) => (error.message === 'wrong' ? 'wrong' : (error as Error & { code: string }).code),
    );
  beforeEach(() => {
    delayed = [];
    now = new Date('2026-11-21T12:00:00Z');
  });

  it('wait after five about one account from one network, and not from another network', async () => {
    const [service, email] = [throttle(), anEmail()];
    const source = { address: anAddress(), devices: undefined };
    const outcomes: string[] = [];
    for (let nr = 0; nr < 6; nr++) outcomes.push(await outcomeOf(service.guard(email, source, wrong)));
    expect(outcomes).toEqual([...Array<string>(5).fill('wrong'), 'RATE_LIMITED']);
    const other = { ...source, address: anAddress() };
    expect(await outcomeOf(service.guard(email, other, () => Promise.resolve()))).toBe('signed in');
  });

  it('of a whole botnet delay the owner by at most two seconds and refuse nothing', async () => {
    const [service, email] = [throttle(), anEmail()];
    for (let nr = 0; nr < 20; nr++) {
      expect(await outcomeOf(service.guard(email, { address: anAddress(), devices: undefined }, wrong))).toBe(
        'wrong',
      );
    }
    expect(delayed).toEqual([250, 500, 1_000, ...Array<number>(7).fill(2_000)]);
    const owner = { address: anAddress(), devices: undefined };
    expect(await outcomeOf(service.guard(email, owner, () => Promise.resolve()))).toBe('signed in');
  });

  it('that succeed are not counted against the account', async () => {
    const [service, email] = [throttle(), anEmail()];
    const source = { address: anAddress(), devices: undefined };
    for (let nr = 0; nr < 30; nr++) await service.guard(email, source, () => Promise.resolve());
    expect(delayed).toEqual([]);
  });

  it('are delayed in bounded number; one more goes on at once', async () => {
    const [email, release] = [anEmail(), [] as (() => void)[]];
    const service = throttle(new Delays(2, () => new Promise<void>((resolve) => release.push(resolve))));
    const guess = () => outcomeOf(service.guard(email, { address: anAddress(), devices: undefined }, wrong));
    for (let nr = 0; nr < 10; nr++) await guess();
    const held = [guess(), guess()];
    expect(await guess()).toBe('wrong');
    expect(release).toHaveLength(2);
    release.forEach((resolve) => resolve());
    expect(await Promise.all(held)).toEqual(['wrong', 'wrong']);
  });

  it('on a known device have five tries of their own, whatever its network does', async () => {
    const [service, email, address] = [throttle(), anEmail(), anAddress()];
    for (let nr = 0; nr < 60; nr++)
      await outcomeOf(service.guard(nr % 2 ? email : anEmail(), { address, devices: undefined }, wrong));
    const from = (token: string) => ({ address, devices: `nonsense,${token}` });
    const known = from(devices.issue(email));
    expect(await outcomeOf(service.guard(email, known, () => Promise.resolve()))).toBe('signed in');
    const outcomes: string[] = [];
    for (let nr = 0; nr < 6; nr++) outcomes.push(await outcomeOf(service.guard(email, known, wrong)));
    expect(outcomes).toEqual([...Array<string>(5).fill('wrong'), 'RATE_LIMITED']);
    const second = from(devices.issue(email));
    expect(await outcomeOf(service.guard(email, second, () => Promise.resolve()))).toBe('signed in');
    expect(delayed).toEqual([]);
  });

  it('know no device by a forged token, one of another account or one of half a year ago', async () => {
    const [service, email, address] = [throttle(), anEmail(), anAddress()];
    const token = devices.issue(email);
    const forged = token.replace(/^[^.]+/, secrets.accountDigest(anEmail()));
    const other = new DeviceTokens(new Secrets(Buffer.alloc(32, 8).toString('base64')), clock).issue(email);
    for (let nr = 0; nr < 5; nr++)
      await outcomeOf(service.guard(email, { address, devices: undefined }, wrong));
    for (const presented of [forged, other, devices.issue(anEmail()), `${token}x`, token.slice(0, -1)])
      expect(await outcomeOf(service.guard(email, { address, devices: presented }, wrong))).toBe(
        'RATE_LIMITED',
      );
    expect(devices.deviceOf(token, email)).not.toBeNull();
    now = new Date(now.getTime() + 181 * 24 * 60 * MINUTE);
    expect(devices.deviceOf(token, email)).toBeNull();
  });
});

/** With a device and neighbours. */
const aVoteOf = (contestId: string, phone: string, fields: Partial<FreeVote> = {}): FreeVote =>
  aFreeVote(contestId, phone, {
    device: Buffer.from('a device of this'),
    neighbours: Buffer.from('neighbours'),
    ...fields,
  });

it('what Redis remembers of free votes expires: every digest within the hour of its last vote, of an address of unproven numbers within a quarter', async () => {
  const contestId = newId();
  const shared = {
    unknown: { network: Buffer.from('network'), wider: Buffer.from('wider') },
    crowd: { address: Buffer.from('address'), then: 'hold' as const },
  };
  const phones = ['+233241234501', '+233241234502', '+233241234503'];
  const votes = phones.map((phone) => aVoteOf(contestId, phone, shared));
  const minute = minuteOf(new Date());
  const last = votes.slice(2);
  const verdicts = [
    ...(await chargeInRedis(redis, votes.slice(0, 2), minute)),
    ...(await chargeInRedis(redis, last, minute)),
    ...(await chargeInRedis(redis, last, minute)),
  ];
  expect(verdicts.map(({ kind }) => kind)).toEqual(['counted', 'counted', 'counted', 'counted']);
  await refundInRedis(redis, last, verdicts.slice(3), minute);
  const keys = await redis.keys(`abato:*:${contestId}*`);
  // Three phones, one device, one address, one group of neighbours, the browsers of the contest, one crowd.
  expect(keys).toHaveLength(8);
  for (const key of keys) {
    const seconds = await redis.ttl(key);
    const most = key.startsWith('abato:crowd:') ? WINDOW_SECONDS / 4 : WINDOW_SECONDS;
    expect([key, seconds > 0 && seconds <= most]).toEqual([key, true]);
  }
});

it.each([
  ['WEB', 'refused'],
  ['USSD', 'refused'],
  ['MANUAL', 'held'],
] as const)(
  'free votes judged without Redis count what a phone has cast, not what was entered for it (%s)',
  async (source, verdict) => {
    const world = new World(database.pool, database.owner);
    world.now = new Date();
    world.end = new Date(world.now.getTime() + 60 * MINUTE);
    await world.create();
    await world.changePrice(0);
    const phone = '+233241234567';
    const row = aFreeRow(world, { votes: 5, phone, phoneDigest: Buffer.alloc(16), source });
    expect((await writeVotes(database.pool, [row], world.now)).size).toBe(1);
    const wanted = aVoteOf(world.contestId, phone, { limit: 5, device: null });
    const [judged] = await judgeByVotes(database.pool, [wanted], minuteOf(world.now));
    expect(judged?.kind).toBe(verdict);
  },
);

/** A check that was issued so long ago. */
async function solvedAfter(ms: number, needed = 1): Promise<boolean> {
  const [contestId, key] = [newId(), randomUUID()];
  const secrets = new Secrets(Buffer.alloc(32, 7).toString('base64'));
  const checks = new PersonChecks(secrets, { now: () => new Date(Date.now() - ms) });
  const challenge = await checks.issue(contestId, key);
  const solution = await solveChallenge({ challenge, deriveKey });
  const solved = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  return checks.proves(solved, contestId, key, needed);
}

it('a solved person check is worth something at once and nothing after ten minutes', async () => {
  expect(await solvedAfter(0)).toBe(true);
  expect(await solvedAfter(10 * MINUTE + 1_000)).toBe(false);
});

it('a solved person check is worth nothing where one of a higher strength is needed', async () =>
  expect(await solvedAfter(0, 4)).toBe(false));
