import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { admin } from './admin.js';
import { aContest, aUser, aVote } from './builders.js';
import { expectCountedOnce, pushesOf } from './counted-once.js';
import { ApiClient } from './http.js';
import { voters } from './voters.js';
import { waitFor } from './wait-for.js';

/** Administrators' connections to what is left: the server that has our keys now, and all that messages pass through. */
export interface AfterFailOver {
  primary: Redis;
  servers: Redis[];
}

/**
 * Lose the primary of Redis among votes: they are taken, counted and pushed, jobs and hints go on, limits hold and operators' commands find
 * their way.
 * @param options.prefix before every key
 * @param options.settings of Redis, for an operator's command
 * @param options.failOver ends the primary @returns when another one has taken over
 */
export async function expectFailOverFollowed(
  baseUrl: string,
  options: { prefix: string; settings: Record<string, string>; failOver: () => Promise<AfterFailOver> },
): Promise<void> {
  const { prefix, settings, failOver } = options;
  const api = new ApiClient(baseUrl);
  const limited = await aContest().active().freeVotesPerHour(5).save();
  const phone = { voterPhone: '+233249999999' };
  expect((await api.post('/votes/cast', aVote(limited, { ...phone, voteCount: 4 }))).status).toBe(201);
  const contest = await aContest().active().save();
  const seen = await pushesOf(baseUrl, contest.id);
  const crowd = voters(api, contest, 4);
  await crowd.more(50, 'votes before the fail-over');
  const { primary, servers } = await failOver();
  await crowd.more(50, 'votes after the fail-over');

  // Hints and jobs pass through Redis: periodic checks alone would count and show the votes too, only later.
  const hint = primary.duplicate();
  await hint.subscribe('abato:live:tally', 'abato:live:user');
  await once(hint, 'message');
  const events = `${prefix}bull:tally:events`;
  const [newest] = await primary.xrevrange(events, '+', '-', 'COUNT', 1);
  await waitFor(
    async () =>
      (await primary.xrange(events, `(${newest?.[0] ?? 0}`, '+')).some(([, fields]) =>
        fields.includes('completed'),
      ),
    { what: 'a tally job that is done' },
  );
  const listeners = async (server: Redis) => Number((await server.pubsub('NUMSUB', 'abato:live:tally'))[1]);
  await waitFor(
    async () => (await Promise.all(servers.map(listeners))).reduce((sum, count) => sum + count, 0) > 1,
    { what: 'the API to hear hints again' },
  );
  await crowd.stop();
  await expectCountedOnce(api, contest, crowd.acknowledged);
  await waitFor(() => seen.total === crowd.acknowledged.size, { what: 'all votes to be pushed' });
  seen.close();
  const ready = async () => (await (await fetch(`${baseUrl}/health/ready`)).json()) as { degraded: string[] };
  await waitFor(async () => (await ready()).degraded.length === 0, {
    what: 'Redis to be reported as working',
  });

  // What the replica had been told is still charged, and was charged in Redis: no key is refused to the processes' user.
  expect(await primary.keys(`${prefix}abato:free:${limited.id}:*`)).toHaveLength(1);
  const over = await api.post('/votes/cast', aVote(limited, { ...phone, voteCount: 2 }));
  expect([over.status, over.code]).toEqual([429, 'VOTE_LIMIT_REACHED']);

  const user = await aUser().save();
  await hint.unsubscribe('abato:live:tally');
  const told = once(hint, 'message');
  expect(await admin(['reset-second-factor', '--email', user.email], { env: settings })).toMatchObject({
    code: 0,
  });
  expect((await told)[1]).toContain(user.id);
  hint.disconnect();
}
