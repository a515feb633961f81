import type { RehearsalView } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest, closeDatabase, database } from '../support/builders.js';
import { expectCountedOnce } from '../support/counted-once.js';
import { ApiClient } from '../support/http.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { usePlatform } from '../support/state.js';
import {
  castFree,
  differencesFromLedger,
  freeContest,
  holdBatches,
  verifyWithTotals,
  waitForLog,
} from '../support/transparency.js';
import { voters } from '../support/voters.js';
import { waitFor } from '../support/wait-for.js';

/**
 * The least a voter may expect: whatever is killed while votes come in, each acknowledged vote is in the ledger once and then on
 * the public page. How soon is measured by `npm run fault`, on a machine that does nothing else.
 */
type Until = (fits: (view: RehearsalView) => boolean) => Promise<RehearsalView>;
let running: TestPlatform;
let api: ApiClient;

beforeAll(async () => {
  running = await startPlatform({ VOTE_LIMITS: 'off' });
  usePlatform(running.state);
  api = new ApiClient(running.baseUrl);
}, 300_000);

afterAll(async () => {
  await closeDatabase();
  await running?.platform.destroy();
}, 300_000);

describe.each(['worker', 'redis', 'postgres', 'api'] as const)(
  'kill -9 of %s while votes come in',
  (name) => {
    it('loses no acknowledged vote, counts none twice, and shows all', async () => {
      const contest = await aContest().active().save();
      const crowd = voters(api, contest, 8);
      await crowd.more(50, 'votes before the kill');
      await running.platform.kill(name, 'SIGKILL');
      await running.platform.waitReady(name, 180_000);
      await crowd.more(50, 'votes after the kill');
      await crowd.stop();
      await expectCountedOnce(api, contest, crowd.acknowledged);
    }, 300_000);
  },
);

it('kill -9 of the worker in a batch of a public log: the log is the ledger afterwards', async () => {
  const contest = await freeContest(1);
  const batch = await holdBatches(contest);
  try {
    for (let i = 0; i < 3; i++) await castFree(contest);
    await batch.pid();
    await running.platform.kill('worker', 'SIGKILL');
    await batch.letGo();
    await running.platform.waitReady('worker', 180_000);
  } finally {
    await batch.letGo();
  }
  await waitForLog(contest, 4, 4);
  expect(await differencesFromLedger(contest)).toBe(0);
  expect(await verifyWithTotals(contest)).toMatchObject({ code: 0 });
}, 300_000);

describe.each([
  ['SIGKILL', 'The worker that ran it has ended.'],
  ['SIGTERM', 'The worker that ran it was stopped.'],
] as const)('%s of the worker during a rehearsal', (signal, why) => {
  it('leaves a result that says so, an archived contest and nobody who votes, and the next rehearsal runs', async () => {
    const admin = await aUser().superAdmin().save();
    const start = async (minutes: number): Promise<string> => {
      const load = { votesPerSecond: 20, viewers: 3, shape: 'STEADY', confirmed: true };
      const { data } = await admin.api.post<RehearsalView>('/rehearsals', { ...load, minutes });
      return data.id;
    };
    const until = (id: string, fits: (view: RehearsalView) => boolean) =>
      waitFor(async () => {
        const { data } = await admin.api.get<RehearsalView>(`/rehearsals/${id}`);
        return fits(data) && data;
      });
    const votesOf = async (id: string): Promise<{ votes: number; archived: boolean }> => {
      const { rows } = await database().query<{ votes: number; archived: boolean }>(
        `SELECT (SELECT count(*)::int FROM votes WHERE contest_id = c.id) AS votes, c.archived_at IS NOT NULL AS archived
         FROM rehearsals r JOIN contests c ON c.id = r.load_contest_id WHERE r.id = $1`,
        [id],
      );
      return rows[0] ?? { votes: 0, archived: false };
    };
    const id = await start(30);
    await until(id, ({ progress }) => (progress?.acknowledged ?? 0) > 10);
    await running.platform.kill('worker', signal);
    await running.platform.waitReady('worker', 180_000);
    const over = await until(id, ({ state }) => state !== 'RUNNING');
    expect(over.state).toBe('INTERRUPTED');
    const { reason } = await until(id, (view) => view.reason !== null);
    expect(reason).toBe(why);
    await waitFor(async () => (await votesOf(id)).archived);

    // Made by the worker that is there now; afterwards the first one's contest has no further vote.
    const { votes } = await votesOf(id);
    const next = await start(0.05);
    expect((await until(next, ({ state }) => state === 'DONE')).result?.lost).toBe(0);
    expect((await votesOf(id)).votes).toBe(votes);
  });
});

describe('an organiser’s rehearsal', () => {
  const quiet = () =>
    database().query("UPDATE contests SET status = 'ENDED', ended_at = now() WHERE status = 'ACTIVE'");
  const begun = async (): Promise<{ id: string; other: BuiltContest; until: Until }> => {
    await quiet();
    const [organiser, other] = await Promise.all([aUser().save(), aContest().active().save()]);
    const { id: contestId } = await aContest().ownedBy(organiser).active().save();
    const load = { votesPerSecond: 20, viewers: 3, minutes: 3, shape: 'STEADY', confirmed: true, contestId };
    const { data } = await organiser.api.post<RehearsalView>('/rehearsals', load);
    const until: Until = (fits) =>
      waitFor(async () => {
        const view = (await organiser.api.get<RehearsalView>(`/rehearsals/${data.id}`)).data;
        return fits(view) && view;
      });
    await until(({ progress }) => (progress?.acknowledged ?? 0) > 10);
    return { id: data.id, other, until };
  };
  const isOver = ({ state }: RehearsalView): boolean => state !== 'RUNNING';

  it('ends with what it has measured when a vote is cast in a contest of another organiser', async () => {
    const { other, until } = await begun();
    expect((await api.post('/votes/cast', aVote(other))).status).toBe(201);
    const ended = await until(isOver);
    expect(ended).toMatchObject({ state: 'STOPPED', result: { lost: 0, verdict: null } });
    expect(ended.reason).toContain('took votes');
  }, 300_000);

  it('ends when its own votes are refused while a contest of another organiser is open', async () => {
    const { id, until } = await begun();
    await database().query(
      `UPDATE contests SET status = 'PAUSED' WHERE id = (SELECT load_contest_id FROM rehearsals WHERE id = $1)`,
      [id],
    );
    const ended = await until(isOver);
    expect(ended).toMatchObject({ state: 'STOPPED', result: { lost: 0, verdict: null } });
    expect(ended.reason).toContain('refused or late');
  }, 300_000);
});
