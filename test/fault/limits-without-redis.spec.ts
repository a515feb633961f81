import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import {
  ADDRESS_VOTES,
  CHECKED_LATER_REASON,
  type CastVoteResult,
  type FairPlay,
  type HeldVoteView,
  type PublicContestView,
} from '@abato/contracts';
import { BrowserTokens, VoterTokens } from '@abato/testing/voting';
import { aContest, aUser, aVote, type BuiltContest, database, platformSecrets } from '../support/builders.js';
import { waitFor } from '../support/wait-for.js';
import { api, running, useOwnPlatform } from './own-platform.js';

/**
 * Limits live in Redis and are no facts. Without it PostgreSQL answers for phones and devices, and what other rules concern is held until
 * they can be asked: "away" never means "unlimited".
 */

/** Seconds without Redis under 300 votes a second; by hand only (docs/measurements/reliability.md). */
const SECONDS = Number(process.env['ABATO_OUTAGE_SECONDS'] ?? 0);
const PER_SECOND = 100;
const MINUTE = 60_000;
/** What the issue allows after the return of Redis. */
const DECIDED_WITHIN_MS = 60_000;

let redis: Redis;

afterAll(() => {
  signalRedis('SIGCONT');
  redis.disconnect();
});
useOwnPlatform({ TRUSTED_PROXIES: '127.0.0.1' });
beforeAll(() => void (redis = new Redis(running.platform.addresses.redisUrl)));

function signalRedis(signal: NodeJS.Signals): void {
  const pid = running.platform.service('redis').pid;
  if (pid) process.kill(pid, signal);
}

const castFor = async (contest: Awaited<ReturnType<ReturnType<typeof aContest>['save']>>, count: number) => {
  const statuses: number[] = [];
  for (let nr = 0; nr < count; nr++)
    statuses.push((await api.post('/votes/cast', aVote(contest, { voterPhone: '+233244777888' }))).status);
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
});

const KINDS = ['proven', 'honest', 'invented'] as const;
type Kind = (typeof KINDS)[number];
interface Acknowledged {
  kind: Kind;
  id: string;
  votes: number;
  isHeld: boolean;
}

let phones = 0;
const aPhone = (): string => `+23324${String(1_000_000 + ++phones * 101).padStart(7, '0')}`;
/** Of a carrier in Ghana. */
const addressOf = (nr: number): string => `154.${160 + (nr >> 16)}.${(nr >> 8) & 255}.${nr & 255}`;

/** The headers and fields of a voter: a proven number, an ordinary browser with a number that is not proven, or a program with many numbers. */
function aVoterOf(kind: Kind, contest: BuiltContest, nr: number) {
  const voterPhone = aPhone();
  if (kind === 'invented')
    return { address: '41.66.200.1', token: undefined, fields: { voterPhone, voteCount: 10 } };
  const secrets = platformSecrets();
  const deviceId = randomUUID();
  const issued = new Date(Date.now() - 20 * MINUTE);
  const browser = { isOutside: false, strength: 0 };
  const browserToken = new BrowserTokens(secrets.verificationKey).issue(deviceId, browser, issued);
  const digest = secrets.voterDigest(contest.id, 'phone', voterPhone);
  const expires = new Date(Date.now() + 60 * MINUTE);
  const token = new VoterTokens(secrets.verificationKey).issue(digest, expires);
  const fields = { voterPhone, deviceId, browserToken, voteCount: 1 };
  return {
    address: addressOf(2 * nr + Number(kind === 'honest')),
    token: kind === 'proven' ? token : undefined,
    fields,
  };
}

async function castBy(kind: Kind, contest: BuiltContest, nr: number): Promise<Acknowledged | string> {
  const { address, token, fields } = aVoterOf(kind, contest, nr);
  const { status, code, data } = await api.post<CastVoteResult>('/votes/cast', aVote(contest, fields), {
    headers: { 'x-forwarded-for': address, ...(token && { 'x-voter-token': token }) },
  });
  if (status !== 201) return code ?? String(status);
  return { kind, id: data.id, votes: fields.voteCount, isHeld: data.held === true };
}

/** Votes of all kinds: a few of each, or for as long as the run by hand says. */
async function streamOf(contest: BuiltContest): Promise<(Acknowledged | string)[]> {
  const each = (count: number, from: number) =>
    KINDS.flatMap((kind) => Array.from({ length: count }, (_, nr) => castBy(kind, contest, from + nr)));
  if (!SECONDS) return Promise.all(each(40, 0));
  const casts: Promise<Acknowledged | string>[] = [];
  for (const until = Date.now() + SECONDS * 1_000; Date.now() < until; await sleep(100))
    casts.push(...each(PER_SECOND / 10, casts.length));
  return Promise.all(casts);
}

/** What became of votes: counted, or the reason for which they are held or were rejected. */
async function fateOf(votes: readonly Acknowledged[]): Promise<Map<string, string>> {
  const { rows } = await database().query<{ id: string; fate: string }>(
    `SELECT v.id, CASE WHEN l.vote_id IS NOT NULL THEN 'counted' ELSE coalesce(h.decision, h.reason) END AS fate
     FROM votes v LEFT JOIN vote_ledger l ON l.vote_id = v.id AND l.kind = 'COUNT' LEFT JOIN held_votes h ON h.vote_id = v.id
     WHERE v.id = ANY($1::uuid[])`,
    [votes.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, fate }) => [id, fate]));
}

it('without Redis proven voters count and all others are held; after its return the others count within the limits', async () => {
  signalRedis('SIGCONT');
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).freeVotesPerHour(10).save();
  await running.platform.service('redis').stop();
  const answers = await streamOf(contest);
  const votes = answers.filter((answer) => typeof answer !== 'string');
  if (!SECONDS) expect(answers.filter((answer) => typeof answer === 'string')).toEqual([]);
  for (const { kind, isHeld } of votes) expect([kind, isHeld]).toEqual([kind, kind !== 'proven']);
  const heldFor = (reason: string) =>
    owner.api.get<HeldVoteView[]>(`/votes/contest/${contest.id}/held?heldFor=${reason}`);
  const waiting = await heldFor('LIMITS_UNKNOWN');
  expect(waiting.pagination?.total).toBe(votes.filter(({ isHeld }) => isHeld).length);
  expect(waiting.data[0]).toMatchObject({ reason: 'LIMITS_UNKNOWN', state: 'HELD' });

  await running.platform.service('redis').start();
  const returned = Date.now();
  await waitFor(async () => (await heldFor('LIMITS_UNKNOWN')).data.length === 0, {
    withinMs: DECIDED_WITHIN_MS,
    what: 'every held vote to be decided or held for a rule',
  });
  const fates = await fateOf(votes);
  const of = (kind: Kind, fate: string) =>
    votes.filter((vote) => vote.kind === kind && fates.get(vote.id) === fate);
  expect(fates.size).toBe(votes.length);
  expect(of('proven', 'counted')).toHaveLength(votes.filter(({ kind }) => kind === 'proven').length);
  const sum = (some: Acknowledged[]) => some.reduce((total, vote) => total + vote.votes, 0);
  const ofNewVoters = sum([...of('honest', 'counted'), ...of('invented', 'counted')]);
  expect(of('honest', 'counted').length).toBeGreaterThan(0);
  expect(ofNewVoters).toBeLessThanOrEqual(ADDRESS_VOTES.most);
  // One network without tokens of browsers.
  expect(sum(of('invented', 'counted'))).toBeLessThanOrEqual(90);
  const total = async () =>
    (await api.get<PublicContestView>(`/contests/${contest.id}/public`)).data.totalVotes;
  await waitFor(async () => (await total()) === ofNewVoters + of('proven', 'counted').length);
  const { data } = await api.get<FairPlay>(`/contests/${contest.id}/fair-play`);
  expect(data.decisions.map(({ decision, reason }) => [decision, reason])).toContainEqual([
    'RELEASED',
    CHECKED_LATER_REASON,
  ]);
  // Redis was told of them: the program gets no second allowance.
  const more = await castBy('invented', contest, 0);
  expect(['CHALLENGE_REQUIRED', 'PHONE_NOT_VERIFIED', true]).toContain(
    typeof more === 'string' ? more : more.isHeld,
  );
  if (SECONDS) {
    const counts = new Map<string, number>();
    for (const { kind, id } of votes) {
      const name = `${kind} ${fates.get(id)}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const refused = answers.length - votes.length;
    process.stdout.write(
      `${votes.length} acknowledged, ${refused} refused, decided ${Date.now() - returned} ms after the return: ${[...counts].map((one) => one.join(' ')).join(', ')}\n`,
    );
  }
});
