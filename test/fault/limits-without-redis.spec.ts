import { Redis } from 'ioredis';
import { aContest, aVote, closeDatabase } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { usePlatform } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/** Limits live in Redis and are no facts: without it PostgreSQL answers, and "away" never means "unlimited". */
let running: TestPlatform;
let api: ApiClient;
let redis: Redis;

beforeAll(async () => {
  running = await startPlatform();
  usePlatform(running.state);
  api = new ApiClient(running.baseUrl);
  redis = new Redis(running.platform.addresses.redisUrl);
}, 300_000);

afterAll(async () => {
  signalRedis('SIGCONT');
  redis.disconnect();
  await closeDatabase();
  await running?.platform.destroy();
}, 300_000);

function signalRedis(signal: NodeJS.Signals): void {
  const pid = running.platform.pid('redis');
  if (pid) process.kill(pid, signal);
}

const castFor = async (contest: Awaited<ReturnType<ReturnType<typeof aContest>['save']>>, count: number) => {
  const statuses: number[] = [];
  for (let nr = 0; nr < count; nr++) {
    statuses.push((await api.post('/votes/cast', aVote(contest, { voterPhone: '+233244777888' }))).status);
  }
  return statuses.filter((status) => status === 201).length;
};

async function knownToRedis(contestId: string): Promise<number> {
  const [key] = await redis.keys(`abato:free:${contestId}:*`);
  const minutes = key ? ((await redis.get(key)) ?? '') : '';
  return [...minutes.matchAll(/:(\d+);/g)].reduce((sum, [, votes]) => sum + Number(votes), 0);
}

it('free votes keep their limit while Redis hangs, and afterwards', async () => {
  const contest = await aContest().freeVotesPerHour(10).save();
  expect(await castFor(contest, 4)).toBe(4);
  signalRedis('SIGSTOP');
  expect(await castFor(contest, 4)).toBe(4);
  signalRedis('SIGCONT');
  // What was voted without Redis is told to it with the first vote after its return.
  const other = await aContest().freeVotesPerHour(1_000).save();
  await waitFor(async () => (await castFor(other, 1)) === 1 && (await knownToRedis(contest.id)) === 8);
  expect(await castFor(contest, 5)).toBe(2);
  signalRedis('SIGSTOP');
  expect(await castFor(contest, 3)).toBe(0);
}, 300_000);
