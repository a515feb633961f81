import type { Repository } from 'typeorm';
import type { Actor } from '@abato/accounts';
import type { RehearsalView, Role } from '@abato/contracts';
import type { Queues } from '@abato/jobs';
import { createLogger } from '@abato/platform';
import { Rehearsal, RehearsalsService, RunRehearsal } from '@abato/rehearsals';
import { createModelDatabase, type ModelDatabase } from '../payments/model/database.js';
import { World } from '../payments/model/world.js';
import { SweepsByHand } from '../support/run-sweeps.js';

/** Rehearsals while contests of other organisers have voters, on a database where no other test votes. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const env = {
  REHEARSAL_MAX_VOTES_PER_SECOND: 10,
  REHEARSAL_MAX_VIEWERS: 10,
  REHEARSAL_MAX_MINUTES: 1,
  REHEARSAL_ORGANISER_VOTES_PER_SECOND: 10,
  REHEARSAL_ORGANISER_VIEWERS: 10,
  REHEARSAL_ORGANISER_MINUTES: 1,
  REHEARSAL_ORGANISER_PER_DAY: 10,
  REHEARSAL_ORGANISER_QUIET_MINUTES: 10,
  // No platform is there: a load that begins fails at once, and says so.
  REHEARSAL_URL: 'http://127.0.0.1:9',
  PUBLIC_URL: 'http://127.0.0.1:9',
};
const BEGUN = 'The platform did not show its contest at the address where the load is sent.';
const INPUT = { votesPerSecond: 1, viewers: 1, minutes: 1, shape: 'STEADY', confirmed: true } as const;

let database: ModelDatabase;
let rehearsals: Repository<Rehearsal>;
let own: World;
let others: World;
/** Set by the tests; votes have the machine's time. */
let now: Date;
const clock = { now: () => now };
const queues = { poke: () => Promise.resolve() } as unknown as Queues;

beforeAll(async () => {
  database = await createModelDatabase();
  rehearsals = (await database.source()).getRepository(Rehearsal);
}, 300_000);
afterAll(async () => database?.drop());
beforeEach(async () => {
  await database.owner.query('DELETE FROM rehearsals');
  await database.owner.query('UPDATE contests SET archived_at = now() WHERE archived_at IS NULL');
  [own, others] = await Promise.all([aWorld(), aWorld()]);
  now = new Date();
});

/** An open contest of an organiser of its own. */
async function aWorld(): Promise<World> {
  const world = new World(database.pool, database.owner);
  world.now = new Date();
  world.end = new Date(world.now.getTime() + 5 * HOUR);
  await world.create();
  return world;
}

async function actor(role: Role = 'COMPANY_ADMIN'): Promise<Actor> {
  const { rows } = await database.owner.query<{ id: string }>(
    'UPDATE users SET role = $2 WHERE id = (SELECT user_id FROM contests WHERE id = $1) RETURNING id',
    [own.contestId, role],
  );
  return { id: rows[0]?.id ?? '', role, approvalStatus: 'APPROVED', tokenVersion: 0 };
}

function service(quietMinutes = env.REHEARSAL_ORGANISER_QUIET_MINUTES): RehearsalsService {
  const settings = { ...env, REHEARSAL_ORGANISER_QUIET_MINUTES: quietMinutes } as never;
  return new RehearsalsService(rehearsals, queues, settings, clock);
}

const start = async (role?: Role, quietMinutes?: number): Promise<RehearsalView> =>
  service(quietMinutes).start(await actor(role), { ...INPUT, contestId: own.contestId });

/** What becomes of one that waits, as a worker takes it. */
async function taken({ id }: RehearsalView, role?: Role): Promise<RehearsalView & { made: number }> {
  const worker = new RunRehearsal(
    ...([database.pool, clock, env, createLogger('worker', 'silent'), queues, new SweepsByHand()] as const),
  );
  await worker.run(id);
  const { rows } = await database.owner.query<{ made: number }>(
    'SELECT count(c.id)::int AS made FROM rehearsals r LEFT JOIN contests c ON c.id = r.load_contest_id WHERE r.id = $1',
    [id],
  );
  return { ...(await service().read(await actor(role), id)), made: rows[0]?.made ?? 0 };
}

const othersContest = (change: string): Promise<unknown> =>
  database.owner.query(`UPDATE contests SET ${change} WHERE id = $1`, [others.contestId]);

const REFUSED = {
  code: 'CONFLICT',
  message: expect.stringContaining('Contests of other organisers') as string,
};

describe('an organiser', () => {
  it('starts no rehearsal for ten minutes after a vote in another organiser’s contest, and the plan says so', async () => {
    await others.cast(1);
    await expect(start()).rejects.toMatchObject(REFUSED);
    expect(await service().plan(await actor())).toMatchObject({ othersVote: true });
    now = new Date(Date.now() + 9 * MINUTE);
    await expect(start()).rejects.toMatchObject(REFUSED);
    now = new Date(Date.now() + 10 * MINUTE + 1);
    expect(await service().plan(await actor())).toMatchObject({ othersVote: false });
    expect(await start()).toMatchObject({ state: 'WAITING' });
  });

  it('starts no rehearsal in the last two hours of another organiser’s contest, and none of it after its end', async () => {
    now = new Date(others.end.getTime() - 2 * HOUR - 1);
    // Their own contest is none of another organiser.
    await own.cast(1);
    const { id } = await start();
    await service().stop(await actor(), id);
    now = new Date(others.end.getTime() - 2 * HOUR);
    await expect(start()).rejects.toMatchObject(REFUSED);
    await othersContest("status = 'PAUSED'");
    await expect(start()).rejects.toMatchObject(REFUSED);
    now = others.end;
    expect(await start()).toMatchObject({ state: 'WAITING' });
  });

  it.each([
    'archived_at = now()',
    "status = 'DRAFT'",
    "status = 'ENDED', ended_at = now()",
    'is_rehearsal = true, vote_price_pesewas = 0',
    "start_date = now() + interval '1 hour'",
  ])('starts a rehearsal where the other contest takes no votes: %s', async (change) => {
    await others.cast(1);
    await othersContest(change);
    expect(await start()).toMatchObject({ state: 'WAITING' });
  });

  it('starts a rehearsal where the host of the other contest is inactive', async () => {
    await others.cast(1);
    await database.owner.query('UPDATE hosts SET is_active = false WHERE id = $1', [others.hostId]);
    expect(await start()).toMatchObject({ state: 'WAITING' });
  });

  it('starts a rehearsal beside any voters where the setting says so', async () => {
    await others.cast(1);
    await othersContest("end_date = now() + interval '1 minute'");
    expect(await start(undefined, 0)).toMatchObject({ state: 'WAITING' });
  });

  it('has a rehearsal that began to wait before others voted stopped before its load is made', async () => {
    const waiting = await start();
    await others.cast(1);
    expect(await taken(waiting)).toMatchObject({
      ...{ state: 'STOPPED', result: null, made: 0 },
      reason:
        "Another organiser's contest took votes, or was about to end. Rehearsals of organisers end then.",
    });
  });

  it('has one that waits made while nobody votes elsewhere', async () => {
    expect(await taken(await start())).toMatchObject({ state: 'FAILED', reason: BEGUN, made: 1 });
  });
});

it('a super admin starts rehearsals also while contests have voters, and they are made', async () => {
  await others.cast(1);
  expect(await service().plan(await actor('SUPER_ADMIN'))).toMatchObject({ othersVote: false });
  const ended = await taken(await start('SUPER_ADMIN'), 'SUPER_ADMIN');
  expect(ended).toMatchObject({ state: 'FAILED', reason: BEGUN });
});
