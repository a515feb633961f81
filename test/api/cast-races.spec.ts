import { tmpdir } from 'node:os';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { Transactions } from '@abato/database';
import { type Actor, UsersRepository } from '@abato/accounts';
import {
  CategoriesRepository,
  CategoriesService,
  ChangeContestService,
  ContestantsRepository,
  ContestantsService,
  ContestRules,
  ContestsRepository,
  DeleteUserService,
  HostsRepository,
  LocalFileStore,
} from '@abato/contests';
import { ContestClockService, PictureService } from '@abato/testing/contests';
import { LivePublisher } from '@abato/live';
import { finishResults } from '@abato/testing/payments';
import { newId } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';
import { findVotesByKey, type VoteRow, writeVotes } from '@abato/voting';
import { drainTally } from '@abato/testing/voting';
import { database, rowOf, useOwnWorld, world } from '../payments/model/own-world.js';
import { HeldTransaction, useHeldTransactions } from '../support/held-transaction.js';
import { redis, useRedis } from '../support/own-redis.js';
import { SweepsByHand } from '../support/run-sweeps.js';
import { aFreeRow } from '../support/vote-rows.js';
import { waitFor } from '../support/wait-for.js';

/** Votes that are cast at the moment in which a contest ends or changes: the later of the two sees the earlier one (ADR 181). */

const MINUTE = 60_000;
const log = createLogger('api', 'silent');
const clock = { now: () => world.now };
let source: DataSource;
let actor: Actor;
useHeldTransactions();
useOwnWorld();
useRedis();
beforeAll(async () => {
  source = await database.source();
});
beforeEach(async () => {
  await world.changePrice(0);
  const owner = await rowOf<{ id: string }>(
    'SELECT user_id AS id FROM contests WHERE id = $1',
    world.contestId,
  );
  actor = { id: owner?.id ?? '', role: 'COMPANY_ADMIN', approvalStatus: 'APPROVED', tokenVersion: 0 };
});

/** What an organiser asks of the API, with its services on the world's database and clock. */
function organiser() {
  const told = () => Promise.resolve();
  const signals = { changed: told, archived: told } as never;
  const pictures = new PictureService(source, new LocalFileStore(tmpdir()), log, new Registry());
  const rules = new ContestRules(clock, { SMS_API_KEY: '' });
  const contests = new ContestsRepository(source);
  const categories = new CategoriesRepository(source, contests);
  const hosts = new HostsRepository(source, { production: false });
  return {
    contest: new ChangeContestService(Transactions.of(source), contests, hosts, pictures, signals, rules),
    user: new DeleteUserService(
      Transactions.of(source),
      new UsersRepository(source, { encrypt: () => Buffer.alloc(0) } as never),
      { write: told, announce: told } as never,
      signals,
      signals,
      clock,
    ),
    categories: new CategoriesService(
      Transactions.of(source),
      categories,
      contests,
      pictures,
      signals,
      rules,
    ),
    nominees: new ContestantsService(
      Transactions.of(source),
      new ContestantsRepository(source, categories),
      categories,
      pictures,
      signals,
      clock,
    ),
  };
}

/** The worker's sweep marks the contest as ended. */
async function endByTheClock(): Promise<void> {
  const sweeps = new SweepsByHand();
  const live = new LivePublisher(redis, () => undefined);
  new ContestClockService(new Transactions(database.pool), { now: () => world.end }, log, live, sweeps);
  await sweeps.run();
}

const later = (minutes: number) => new Date(world.now.getTime() + minutes * MINUTE);
const rows = (count: number) => Array.from({ length: count }, () => aFreeRow(world));

/** Everything that casting writes for the contest. */
const written = async (): Promise<unknown> =>
  rowOf(
    `SELECT (SELECT count(*)::int FROM votes WHERE contest_id = $1) AS votes,
       (SELECT count(*)::int FROM held_votes WHERE contest_id = $1) AS held,
       (SELECT count(*)::int FROM vote_ledger WHERE contest_id = $1) AS ledger,
       (SELECT coalesce(sum(transactions), 0)::int FROM tally_outbox WHERE contest_id = $1) AS outbox`,
    world.contestId,
  );
const counted = (votes: number) => ({ votes, held: 0, ledger: votes, outbox: votes });

interface Change {
  name: string;
  make(): Promise<unknown>;
  /** Votes that are there before; a row with votes is archived, one without is deleted. */
  before?: number;
  /** When the votes are cast; the world's time by default. */
  castAt?(): Date;
}

const CHANGES: Change[] = [
  { name: 'the contest is paused', make: () => organiser().contest.togglePause(actor, world.contestId) },
  {
    name: 'the contest is ended by hand',
    make: () => organiser().contest.update(actor, world.contestId, { status: 'ENDED' }),
  },
  {
    name: 'the end comes earlier than the votes',
    make: () => organiser().contest.update(actor, world.contestId, { endDate: later(1).toISOString() }),
    castAt: () => later(2),
  },
  {
    name: 'votes begin to cost money',
    make: () => organiser().contest.update(actor, world.contestId, { votePrice: 1 }),
  },
  {
    name: 'a super admin deletes the organiser',
    make: () => organiser().user.delete({ ...actor, id: newId(), role: 'SUPER_ADMIN' }, actor.id),
  },
  ...[0, 1].flatMap((before): Change[] => [
    {
      name: before ? 'the contest is archived' : 'the contest is deleted',
      make: () => organiser().contest.delete(actor, world.contestId),
      before,
    },
    {
      name: before ? 'the category is archived' : 'the category is deleted',
      make: () => organiser().categories.delete(actor, world.categoryId),
      before,
    },
    {
      name: before ? 'the nominee is archived' : 'the nominee is deleted',
      make: () => organiser().nominees.delete(actor, world.contestantId),
      before,
    },
  ]),
];

/** A change of the organiser that has done all its work and is not committed: its entry of the audit log, the last, has to wait. */
async function uncommitted(change: () => Promise<unknown>): Promise<{
  holdsUp(casting: Promise<unknown>): Promise<boolean>;
  commit(): Promise<void>;
}> {
  const auditLog = await HeldTransaction.begin(database.owner, database.owner);
  await auditLog.client.query('LOCK TABLE audit_log IN SHARE MODE');
  const changing = change();
  expect(await auditLog.holdsUp(changing)).toBe(true);
  return {
    holdsUp: (casting) => auditLog.holdsUp(casting, 2),
    async commit() {
      await auditLog.commit();
      await changing;
    },
  };
}

/** Written and not committed, in a transaction as a ballot has one. */
async function casting(count: number, at: Date): Promise<HeldTransaction> {
  const held = await HeldTransaction.begin(database.pool, database.owner);
  expect((await writeVotes(held.client, rows(count), at)).size).toBe(count);
  return held;
}

describe.each([
  ['one vote', () => [aFreeRow(world)]],
  ['a batch', () => [...rows(2), aFreeRow(world, { hold: 'DEVICE_MANY_PHONES' })]],
] satisfies [string, () => VoteRow[]][])('%s that waits for a change', (_, votes) => {
  it.each(CHANGES)(
    'is refused without a trace when $name',
    async ({ make, before = 0, castAt = clock.now }) => {
      await writeVotes(database.pool, rows(before), world.now);
      const change = await uncommitted(make);
      const waiting = votes();
      const casting = writeVotes(database.pool, waiting, castAt());
      const waits = await change.holdsUp(casting);
      await change.commit();
      expect([waits, (await casting).size, await written()]).toEqual([true, 0, counted(before)]);
      const keys = waiting.map(({ key }) => key);
      expect(await findVotesByKey(database.pool, keys)).toEqual(new Map());
    },
  );

  it('is refused without a trace when the worker marks the end', async () => {
    const worker = await HeldTransaction.begin(database.owner, database.owner);
    await worker.client.query(`UPDATE contests SET status = 'ENDED', ended_at = end_date WHERE id = $1`, [
      world.contestId,
    ]);
    const casting = writeVotes(database.pool, votes(), world.now);
    const waits = await worker.holdsUp(casting);
    await worker.commit();
    expect([waits, (await casting).size, await written()]).toEqual([true, 0, counted(0)]);
  });

  it('is written when the process that changes the contest dies', async () => {
    const dying = await HeldTransaction.begin(database.owner, database.owner);
    await dying.client.query(`UPDATE contests SET status = 'PAUSED' WHERE id = $1`, [world.contestId]);
    const waiting = votes();
    const casting = writeVotes(database.pool, waiting, world.now);
    expect(await dying.holdsUp(casting)).toBe(true);
    await dying.die();
    expect(await casting).toEqual(new Set(waiting.map(({ id }) => id)));
    expect(await written()).toMatchObject({ votes: waiting.length });
  });
});

it.each(CHANGES.filter(({ before }) => before !== 1))(
  'votes that are under way are waited for when $name',
  async ({ make }) => {
    const cast = await casting(3, world.now);
    const changing = make();
    const waits = await cast.holdsUp(changing);
    await cast.commit();
    await changing;
    expect([waits, await written()]).toEqual([true, counted(3)]);
    // What has a vote by now is archived, so that the books still name it.
    const kept = 'SELECT FROM contests c JOIN contestants p ON p.contest_id = c.id WHERE p.id = $1';
    expect((await database.owner.query(kept, [world.contestantId])).rowCount).toBe(1);
  },
);

it('votes that are under way are in the final results, which come after the end', async () => {
  const cast = await casting(3, new Date(world.end.getTime() - 1));
  const ending = endByTheClock();
  const waits = await cast.holdsUp(ending);
  const afterEnd = new Date(world.end.getTime());
  const finish = async () =>
    (await finishResults(new Transactions(database.pool), afterEnd, 24)).includes(world.contestId);
  const whileCast = await finish();
  await cast.commit();
  await ending;
  expect([waits, whileCast, await finish()]).toEqual([true, false, false]);
  await drainTally(database.pool, world.contestId, afterEnd);
  expect(await finish()).toBe(true);
  const votesOf = 'SELECT votes::int FROM contest_tallies WHERE contest_id = $1';
  expect(await rowOf(votesOf, world.contestId)).toEqual({ votes: 3 });
  const late = await writeVotes(database.pool, rows(3), new Date(world.end.getTime() - 1));
  expect([late.size, await written()]).toMatchObject([0, { votes: 3, outbox: 0 }]);
});

it('votes that are under way are waited for by a contest that is deleted, also those of the release before, which pass no turnstile', async () => {
  const cast = await casting(1, world.now);
  const { rows: votes } = await cast.client.query<{ vote: object }>(
    'SELECT to_jsonb(v) AS vote FROM votes v WHERE contest_id = $1',
    [world.contestId],
  );
  await cast.die();
  const earlier = await HeldTransaction.begin(database.pool, database.owner);
  await earlier.client.query('SELECT FROM contests WHERE id = $1 FOR SHARE', [world.contestId]);
  await earlier.client.query('INSERT INTO votes SELECT * FROM jsonb_populate_record(null::votes, $1)', [
    votes[0]?.vote,
  ]);
  const deleting = organiser().contest.delete(actor, world.contestId);
  expect(await earlier.holdsUp(deleting)).toBe(true);
  await earlier.commit();
  await deleting;
  expect(
    await rowOf('SELECT archived_at IS NOT NULL AS archived FROM contests WHERE id = $1', world.contestId),
  ).toEqual({ archived: true });
});

it('votes that are under way are lost with the process that writes them, and the end goes on', async () => {
  const cast = await casting(3, world.now);
  const ending = endByTheClock();
  expect(await cast.holdsUp(ending)).toBe(true);
  await cast.die();
  await ending;
  expect(await written()).toEqual(counted(0));
  expect((await writeVotes(database.pool, rows(1), world.now)).size).toBe(0);
});

it.each(CHANGES.filter(({ before }) => before !== 1))(
  'a change that waits for votes goes before votes that come later: $name',
  async ({ make, castAt = clock.now }) => {
    const [first, second] = [await casting(1, world.now), await casting(1, world.now)];
    const changing = make();
    expect(await first.holdsUp(changing)).toBe(true);
    const later = writeVotes(database.pool, rows(3), castAt());
    const waits = await first.holdsUp(later, 2);
    await first.commit();
    await second.commit();
    await changing;
    expect([waits, (await later).size, await written()]).toEqual([true, 0, counted(2)]);
  },
);

it('a change that waits for votes of a stranger holds up no votes', async () => {
  const stranger = { ...actor, id: newId() };
  const cast = await casting(1, world.now);
  const locking = source.transaction((manager) =>
    new ContestsRepository(source).lockOwn(manager, stranger, world.contestId),
  );
  await expect(locking).rejects.toMatchObject({
    code: expect.stringMatching(/^(NOT_OWNER|CONTEST_NOT_FOUND)$/),
  });
  await cast.commit();
});

it('a change that waits for votes is not waited for by votes that come after the end', async () => {
  const change = await HeldTransaction.begin(database.owner, database.owner);
  await change.client.query('UPDATE contests SET title = $2 WHERE id = $1', [world.contestId, 'Other']);
  const late = writeVotes(database.pool, rows(3), world.end);
  const waits = await change.holdsUp(late);
  await change.commit();
  expect([waits, (await late).size]).toEqual([false, 0]);
});

it('not one vote is written after the end was committed, however many are cast at that moment', async () => {
  let isOver = false;
  let acknowledged = 0;
  const voter = async (): Promise<void> => {
    for (let lost = 0; lost < 3;) {
      const size = (await writeVotes(database.pool, rows(5), world.now)).size;
      acknowledged += size;
      if (isOver && !size) lost++;
    }
  };
  const voters = Promise.all(Array.from({ length: 6 }, voter));
  await waitFor(() => acknowledged >= 50, { what: 'votes of all connections' });
  await organiser().contest.update(actor, world.contestId, { status: 'ENDED' });
  const atTheEnd = await written();
  isOver = true;
  await voters;
  expect(await written()).toEqual(atTheEnd);
  expect(atTheEnd).toEqual(counted(acknowledged));
});
