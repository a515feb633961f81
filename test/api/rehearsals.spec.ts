import { randomUUID } from 'node:crypto';
import type { AuditEntryView, RehearsalPlan, RehearsalView } from '@abato/contracts';
import { newId } from '@abato/platform';
import {
  aContest,
  aUser,
  type BuiltContest,
  type BuiltUser,
  closeDatabase,
  database,
} from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

const visitor = new ApiClient();
let admin: BuiltUser;
let organiser: BuiltUser;
let contest: BuiltContest;

beforeAll(async () => {
  [admin, organiser] = await Promise.all([aUser().superAdmin().save(), aUser().save()]);
  // With real voters: every start has to be confirmed.
  contest = await aContest().ownedBy(organiser).withContestants(3, 2).save();
});
afterAll(closeDatabase);

const input = (fields: Record<string, unknown> = {}) => ({
  ...{ votesPerSecond: 20, viewers: 3, minutes: 0.05, shape: 'STEADY', confirmed: true },
  ...fields,
});
const start = (user: BuiltUser, fields?: Record<string, unknown>) =>
  user.api.post<RehearsalView>('/rehearsals', input(fields));
const started = async (user: BuiltUser, fields?: Record<string, unknown>): Promise<RehearsalView> => {
  const answer = await start(user, fields);
  expect(answer.status).toBe(201);
  return answer.data;
};
/** The rehearsal as soon as it fits. */
const until = (id: string, fits: (view: RehearsalView) => boolean) =>
  waitFor(async () => {
    const { data } = await admin.api.get<RehearsalView>(`/rehearsals/${id}`);
    return fits(data) && data;
  });
const hasEnded = ({ state }: RehearsalView): boolean => !['WAITING', 'RUNNING'].includes(state);

interface Loaded {
  id: string;
  is_rehearsal: boolean;
  archived: boolean;
  contestants: number;
  categories: number;
}
async function loaded(rehearsalId: string): Promise<Loaded | undefined> {
  const { rows } = await database().query<Loaded>(
    `SELECT c.id, c.is_rehearsal, c.archived_at IS NOT NULL AS archived, count(p.id)::int AS contestants,
       count(DISTINCT p.category_id)::int AS categories
     FROM rehearsals r JOIN contests c ON c.id = r.load_contest_id JOIN contestants p ON p.contest_id = c.id
     WHERE r.id = $1 GROUP BY c.id`,
    [rehearsalId],
  );
  return rows[0];
}

/** A rehearsal as a worker that died has left it. */
async function abandoned(state: 'WAITING' | 'RUNNING', secondsAgo: number): Promise<string> {
  const load = await aContest().save();
  await database().query('UPDATE contests SET is_rehearsal = true WHERE id = $1', [load.id]);
  const id = newId();
  await database().query(
    `INSERT INTO rehearsals (id, requested_by, load_contest_id, state, votes_per_second, viewers, minutes, shape, categories, contestants,
       created_at, started_at, heard_at)
     SELECT $1, $2, $3, $4, 10, 10, 1, 'STEADY', 1, 1, t.at, CASE WHEN $4 = 'RUNNING' THEN t.at END, CASE WHEN $4 = 'RUNNING' THEN t.at END
     FROM (SELECT now() - make_interval(secs => $5) AS at) t`,
    [id, organiser.id, load.id, state, secondsAgo],
  );
  return id;
}

describe('a rehearsal', () => {
  it('of a contest is made by a worker, with its numbers of contestants, and ends with figures and a verdict', async () => {
    const before = await database().query<{ at: Date }>('SELECT now() AS at');
    const { id } = await started(organiser, { contestId: contest.id });
    const done = await until(id, hasEnded);
    expect(done).toMatchObject({ state: 'DONE', reason: null, contest: { id: contest.id }, contestants: 5 });
    const { result } = done;
    expect(result?.acknowledged).toBeGreaterThan(0);
    expect(result).toMatchObject({
      ...{ refused: 0, unanswered: 0, lost: 0, brokenConnections: 0 },
      ...{ viewersLost: 0, allUpToDate: true, firstFailure: null },
      answer: {
        p50: expect.any(Number) as number,
        p95: expect.any(Number) as number,
        p99: expect.any(Number) as number,
      },
      // Ready, if it had been longer.
      verdict: {
        ...{ voters: 12_000, viewers: 3 },
        // On a busy machine a slow answer is a reason too.
        reasons: expect.arrayContaining(['it was shorter than a minute, which shows too little']) as string[],
      },
    });
    expect([result?.acknowledged, result?.counted]).toEqual([result?.sent, result?.sent]);
    const { rows: drawn } = await database().query(
      `SELECT p.code FROM contestants p JOIN rehearsals r ON r.load_contest_id = p.contest_id WHERE r.id = $1 AND p.code !~ '^R'`,
      [id],
    );
    expect(drawn).toEqual([]);
    expect(await loaded(id)).toMatchObject({
      is_rehearsal: true,
      archived: true,
      contestants: 5,
      categories: 2,
    });
    const audit = await database().query<{ action: string }>(
      'SELECT action FROM audit_log WHERE subject_id = $1 AND at >= $2',
      [id, before.rows[0]?.at],
    );
    expect(audit.rows).toEqual([{ action: 'rehearsal.start' }]);
    const own = await organiser.api.get<RehearsalView[]>(`/rehearsals?contestId=${contest.id}`);
    expect(own.data.map((each) => each.id)).toEqual([id]);
  });

  it('is in no list, no log and no figures while it runs, shows its progress, and can be stopped by who may read it', async () => {
    const figures = async () => (await organiser.api.get('/statistics')).data;
    // One of their own: it is left out as a rehearsal, not for its owner.
    const own = await aContest().ownedBy(organiser).withContestants(2).save();
    await database().query('UPDATE contests SET is_rehearsal = true WHERE id = $1', [own.id]);
    const before = await figures();
    expect(before).toMatchObject({ totalContests: 1, totalContestants: 5 });
    const { id } = await started(organiser, { contestId: contest.id, minutes: 3, shape: 'RISING' });
    const { progress } = await until(id, (view) => (view.progress?.acknowledged ?? 0) > 0);
    expect(progress).toMatchObject({ refused: 0, brokenConnections: 0, viewersLost: 0 });
    const load = (await loaded(id)) as Loaded;
    expect(load).toMatchObject({ is_rehearsal: true, archived: false });
    expect((await visitor.get(`/contests/${load.id}/public`)).status).toBe(200);
    const lists = ['/contests/public?search=Load rehearsal', '/contests/admin/all?search=Load rehearsal'];
    for (const path of lists) expect((await admin.api.get<unknown[]>(path)).data).toEqual([]);
    // The log is written, because that is a part of the work, and nobody may read it.
    await waitFor(
      async () =>
        (await database().query('SELECT FROM log_checkpoints WHERE contest_id = $1 AND size > 0', [load.id]))
          .rowCount,
    );
    const { rowCount } = await database().query('SELECT FROM public_logs WHERE contest_id = $1', [load.id]);
    expect(rowCount).toBe(0);
    expect((await fetch(`${testState().baseUrl}/log/${load.id}/checkpoint`)).status).toBe(404);
    expect((await visitor.get(`/contests/${load.id}/audit`)).status).toBe(404);
    expect(await figures()).toEqual(before);

    const second = await start(admin);
    expect([second.status, second.code]).toEqual([409, 'CONFLICT']);
    const stranger = await aUser().save();
    expect((await stranger.api.get(`/rehearsals/${id}`)).status).toBe(404);
    expect((await stranger.api.post(`/rehearsals/${id}/stop`)).status).toBe(404);
    expect((await stranger.api.get<unknown[]>('/rehearsals')).data).toEqual([]);
    expect((await stranger.api.get<RehearsalPlan>('/rehearsals/plan')).data.isBusy).toBe(true);

    expect((await admin.api.post<RehearsalView>(`/rehearsals/${id}/stop`)).data.isStopping).toBe(true);
    const stopped = await until(id, hasEnded);
    expect(stopped).toMatchObject({
      state: 'STOPPED',
      isStopping: false,
      result: { lost: 0, verdict: null },
    });
    expect(await loaded(id)).toMatchObject({ archived: true });
    expect((await organiser.api.post(`/rehearsals/${id}/stop`)).status).toBe(409);
    const audit = await organiser.api.get<AuditEntryView[]>(`/audit?subject=${id}`);
    expect(audit.data.map((entry) => [entry.action, entry.contest?.id, entry.host?.id])).toEqual([
      ['rehearsal.stop', contest.id, contest.hostId],
      ['rehearsal.start', contest.id, contest.hostId],
    ]);
    expect((await organiser.api.get<RehearsalPlan>('/rehearsals/plan')).data.isBusy).toBe(false);
  });

  it.each([
    ['RUNNING', 60, 'The worker that ran it has ended.'],
    ['WAITING', 400, 'No worker took it.'],
  ] as const)(
    'that is left %s reads INTERRUPTED, its contest is archived, and the next one starts',
    async (state, secondsAgo, reason) => {
      const id = await abandoned(state, secondsAgo);
      // Also before that is written down.
      expect((await admin.api.get<RehearsalView>(`/rehearsals/${id}`)).data.state).toBe('INTERRUPTED');
      expect(await until(id, (view) => view.reason !== null)).toMatchObject({ state: 'INTERRUPTED', reason });
      await waitFor(async () => (await loaded(id))?.archived ?? true);
      const { id: next } = await started(admin);
      await admin.api.post(`/rehearsals/${next}/stop`);
      await until(next, hasEnded);
    },
  );
});

it('a contest of a rehearsal that has ended is archived, also when that failed before', async () => {
  const id = await abandoned('WAITING', 0);
  await database().query("UPDATE rehearsals SET state = 'FAILED', finished_at = now() WHERE id = $1", [id]);
  await waitFor(async () => (await loaded(id))?.archived);
});

it('paused contests count as near', async () => {
  await aContest().paused().save();
  const near = async (): Promise<number | undefined> => {
    const { rows } = await database().query<{ count: number }>(
      `SELECT count(*)::int AS count FROM contests c JOIN hosts h ON h.id = c.host_id AND h.is_active
       WHERE c.status IN ('ACTIVE', 'PAUSED') AND c.archived_at IS NULL AND NOT c.is_rehearsal
         AND c.start_date <= now() + interval '12 hours' AND c.end_date > now()`,
    );
    return rows[0]?.count;
  };
  // Other specs make contests meanwhile.
  await waitFor(
    async () => (await admin.api.get<RehearsalPlan>('/rehearsals/plan')).data.contestsNear === (await near()),
  );
});

describe('a rehearsal is refused', () => {
  it.each([
    ['votesPerSecond', 51],
    ['viewers', 201],
    ['minutes', 5.01],
  ])('above the limit of organisers for %s, which super admins may exceed', async (field, value) => {
    const answer = await start(organiser, { contestId: contest.id, [field]: value });
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ field }] }]);
    const { data } = await admin.api.get<RehearsalPlan>('/rehearsals/plan');
    expect(data.limits[field as keyof RehearsalPlan['limits']]).toBeGreaterThan(value);
  });

  it('above the limits of super admins', async () => {
    const answer = await start(admin, { votesPerSecond: 1_001, viewers: 1_501, minutes: 31 });
    const fields = ['votesPerSecond', 'viewers', 'minutes'];
    expect([answer.status, answer.body]).toMatchObject([400, { errors: fields.map((field) => ({ field })) }]);
  });

  it('without a contest or for a contest of another organiser, one without contestants, and one that is not there', async () => {
    const [foreign, empty] = await Promise.all([
      aContest().withContestants(1).save(),
      aContest().ownedBy(organiser).withContestants(0).save(),
    ]);
    const statusOf = async (contestId?: string) => (await start(organiser, { contestId })).status;
    expect(await statusOf()).toBe(400);
    expect(await statusOf(foreign.id)).toBe(404);
    expect(await statusOf(empty.id)).toBe(400);
    expect((await start(admin, { contestId: randomUUID() })).status).toBe(404);
  });

  it('to an organiser who has started many within a day', async () => {
    const busy = await aUser().save();
    const own = await aContest().ownedBy(busy).withContestants(1).save();
    await database().query(
      `INSERT INTO rehearsals (id, requested_by, load_contest_id, state, votes_per_second, viewers, minutes, shape, categories, contestants,
         created_at, finished_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 'DONE', 1, 1, 1, 'STEADY', 1, 1, now() - interval '23 hours', now()
       FROM generate_series(1, 6)`,
      [busy.id],
    );
    const answer = await start(busy, { contestId: own.id });
    expect([answer.status, answer.code]).toEqual([429, 'RATE_LIMITED']);
    // When the oldest is a day old: in an hour.
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
  });

  it('unconfirmed while a contest with real voters is open or opens soon', async () => {
    const { data } = await organiser.api.get<RehearsalPlan>('/rehearsals/plan');
    expect(data.contestsNear).toBeGreaterThan(0);
    const answer = await start(organiser, { contestId: contest.id, confirmed: false });
    expect([answer.status, answer.code]).toEqual([409, 'CONFLICT']);
    expect(answer.message).toContain('real voters');
  });

  it('by the database when its contest costs money', async () => {
    const paid = await aContest().paid('1.00').save();
    await expect(
      database().query('UPDATE contests SET is_rehearsal = true WHERE id = $1', [paid.id]),
    ).rejects.toThrow('contests_rehearsal_is_free');
  });
});
