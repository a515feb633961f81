import { eraseSalts } from '@abato/transparency';
import { runAdmin } from '../support/admin.js';
import { aContest, type BuiltContest, database, sql } from '../support/builders.js';
import { castPaid, initialize, waitForState } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { SimulatorControl } from '../support/simulator.js';
import {
  castFree,
  entriesOf,
  freeContest,
  holdBatches,
  logOf,
  verifier,
  sizeOf,
  waitForLog,
} from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

const aPhone = phonesOf('transparency-erasing');

const saltsOf = async (contest: BuiltContest): Promise<number | null> =>
  (await sql`SELECT FROM log_salts WHERE contest_id = ${contest.id} AND salt IS NOT NULL`).length;

describe('erasing', () => {
  it('takes the salts of a person, and those of a contest when its time has come; the log holds all the same', async () => {
    const contest = await aContest().save();
    const voterPhone = aPhone();
    await castFree(contest, { voterPhone });
    await castFree(contest);
    await waitForLog(contest, 2, 2);
    expect(await saltsOf(contest)).toBe(2);
    expect((await runAdmin(['erase-person', '--phone', voterPhone, '--yes'])).code).toBe(0);
    expect(await saltsOf(contest)).toBe(1);
    await sql`UPDATE contests SET status = 'ENDED', start_date = now() - interval '2 years',
         end_date = now() - interval '7 months',
         ended_at = now() - interval '7 months' WHERE id = ${contest.id}`;
    await waitFor(async () => (await saltsOf(contest)) === 0, { what: 'the salts to be erased' });
    expect((await verifier(logOf(contest))).code).toBe(0);
  });

  /** Erase while a batch is under way, let the batch go when the eraser waits or is done, and wait until both have ended. */
  async function eraseDuring(
    erased: Parameters<typeof eraseSalts>[1],
    letGo: () => Promise<unknown>,
  ): Promise<void> {
    const eraser = await database().connect();
    try {
      await eraser.query('BEGIN');
      const { rows } = await eraser.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      let isErased = false;
      const erasing = eraseSalts(eraser, erased).finally(() => (isErased = true));
      const waits = async (): Promise<boolean> => {
        const blocked = await sql`SELECT WHERE cardinality(pg_blocking_pids(${rows[0]?.pid})) > 0`;
        return isErased || Boolean(blocked.length);
      };
      await waitFor(waits, { what: 'erasing to wait' });
      // An eraser that did not wait has committed before the batch goes on.
      if (isErased) await eraser.query('COMMIT');
      await letGo();
      await erasing;
      await eraser.query('COMMIT');
    } finally {
      eraser.release();
    }
  }

  it('of one vote waits for the first batch of a log, and leaves none of its salts', async () => {
    // A draft has no log yet; the row that another transaction has written keeps the worker from making it without the vote.
    const contest = await aContest().draft().save();
    const first = await database().connect();
    const batch = await holdBatches(contest);
    try {
      await first.query('BEGIN');
      await first.query('INSERT INTO log_trees (contest_id) VALUES ($1)', [contest.id]);
      await sql`UPDATE contests SET status = 'ACTIVE' WHERE id = ${contest.id}`;
      await castFree(contest);
      await first.query('ROLLBACK');
      await batch.pid();
      const rows = await sql<{ id: string }>`SELECT id FROM votes WHERE contest_id = ${contest.id}`;
      await eraseDuring({ voteIds: rows.map(({ id }) => id) }, batch.letGo);
    } finally {
      await first.query('ROLLBACK');
      first.release();
      await batch.letGo();
    }
    await waitForLog(contest, 1, 1);
    expect(await saltsOf(contest)).toBe(0);
  });

  it('of a contest waits for a later batch that is under way, and leaves none of its salts', async () => {
    const contest = await freeContest(1);
    const batch = await holdBatches(contest);
    try {
      await castFree(contest);
      await batch.pid();
      await eraseDuring({ contestId: contest.id }, batch.letGo);
    } finally {
      await batch.letGo();
    }
    await waitForLog(contest, 2, 2);
    expect(await saltsOf(contest)).toBe(0);
  });

  it('of a contest leaves no batch of its log beside it', async () => {
    const [contest, other] = [await freeContest(1), await aContest().save()];
    const eraser = await database().connect();
    try {
      await eraser.query('BEGIN');
      await eraseSalts(eraser, { contestId: contest.id });
      await castFree(contest);
      await castFree(other);
      // A later look for work has logged what was cast after it.
      await waitForLog(other, 1, 1);
      expect(await sizeOf(contest)).toBe(1);
      await eraser.query('COMMIT');
    } finally {
      eraser.release(true);
    }
    await waitForLog(contest, 2, 2);
  });

  it('before a vote is logged leaves the commitment that was fixed when it was cast, and none of its salts', async () => {
    const contest = await aContest().paid('1.00').save();
    const voterPhone = aPhone();
    const { data } = await initialize(await castPaid(contest, { voterPhone, voteCount: 1 }));
    const rows = await sql<{ voter: Buffer }>`SELECT voter FROM log_salts WHERE contest_id = ${contest.id}`;
    expect((await runAdmin(['erase-person', '--phone', voterPhone, '--yes'])).code).toBe(0);
    await new SimulatorControl().complete(data.reference);
    await waitForState(data.reference, 'COMPLETED');
    await waitForLog(contest, 1, 1);
    expect((await entriesOf(contest, 1))[0]).toMatchObject({
      v: 2,
      kind: 'paid',
      payment: expect.stringMatching(/^.{43}=$/),
      voter: rows[0]?.voter.toString('base64'),
    });
    expect(await saltsOf(contest)).toBe(0);
  });
});
