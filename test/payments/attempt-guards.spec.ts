import { sqlStatements } from '@abato/database';
import { claimDueChecks, claimCheck, finishCheck } from '@abato/testing/payments';
import { database, rowOf, stateOf, useOwnWorld, world } from './model/own-world.js';

/** Each condition of the SQL that claims questions and replaces attempts. */

const SECOND = 1_000;
const [SUPERSEDE, RECORD_BEGUN] = sqlStatements(
  import.meta.url,
  '../../libs/payments/src/attempts/attempts.sql',
  'supersede-attempts',
  'record-begun',
);
useOwnWorld();
beforeEach(() => world.cast(1));

const later = (seconds: number) => new Date(world.now.getTime() + seconds * SECOND);
const voteId = () => world.votes[0] ?? '';
const latest = () => world.attempts.at(-1)?.reference ?? '';
const set = (reference: string, change: string, ...values: unknown[]) =>
  database.owner.query(`UPDATE payments SET ${change} WHERE reference = $1`, [reference, ...values]);

describe('a question to the provider', () => {
  beforeEach(() => world.begin(voteId(), 'ok'));

  it('is asked by one process at a time, until that one has died with it', async () => {
    expect(await claimCheck(database.pool, latest(), world.now)).toBe(true);
    expect(await claimCheck(database.pool, latest(), later(14))).toBe(false);
    expect(await claimCheck(database.pool, latest(), later(16))).toBe(true);
  });

  it('is not asked again while its answer is fresh', async () => {
    expect(await claimCheck(database.pool, latest(), world.now)).toBe(true);
    await finishCheck(database.pool, latest(), world.now);
    expect(await claimCheck(database.pool, latest(), later(2))).toBe(false);
    expect(await claimCheck(database.pool, latest(), later(4))).toBe(true);
  });

  it('is not asked about cash', async () => {
    await set(latest(), `method = 'MANUAL'`);
    expect(await claimCheck(database.pool, latest(), world.now)).toBe(false);
  });

  it('is not swept for while another process asks or its answer is fresh', async () => {
    await set(latest(), 'next_check_at = $2', world.now);
    expect(await claimDueChecks(database.pool, later(1), 100)).toEqual([latest()]);
    expect(await claimDueChecks(database.pool, later(2), 100)).toEqual([]);
    await finishCheck(database.pool, latest(), later(2));
    expect(await claimDueChecks(database.pool, later(4), 100)).toEqual([]);
    expect(await claimDueChecks(database.pool, later(6), 100)).toEqual([latest()]);
  });
});

/** Two attempts of one vote: the first as the test sets it, then a newer one. @returns the first one's reference */
async function first(change: string, ...values: unknown[]): Promise<string> {
  await world.begin(voteId(), 'lost');
  const reference = latest();
  await set(reference, change, ...values);
  return reference;
}

it('a newer attempt replaces one whose beginning has an unknown result', async () => {
  const reference = await first(`state = 'INIT_UNKNOWN'`);
  world.now = later(120);
  await world.begin(voteId(), 'ok');
  expect(world.attempts).toHaveLength(2);
  expect([await stateOf(reference), await stateOf(latest())]).toEqual(['SUPERSEDED', 'INITIALIZED']);
});

it('a newer attempt replaces no direct charge: its prompt may still be approved', async () => {
  const reference = await first(`state = 'INIT_UNKNOWN', flow = 'CHARGE'`);
  world.now = later(300);
  await world.begin(voteId(), 'ok');
  expect(world.attempts).toHaveLength(2);
  expect(await stateOf(reference)).toBe('INIT_UNKNOWN');
});

it('a newer attempt replaces one that a crash left behind before its call, and none that has just begun', async () => {
  const reference = await first(`state = 'CREATED'`);
  const supersede = (orphanedBefore: Date) =>
    database.pool.query(SUPERSEDE, [voteId(), 'another', world.now, orphanedBefore]);
  await supersede(world.now);
  expect(await stateOf(reference)).toBe('CREATED');
  await supersede(later(1));
  expect(await stateOf(reference)).toBe('SUPERSEDED');
});

it('a newer attempt replaces no attempt of another vote', async () => {
  const reference = await first(`state = 'INIT_UNKNOWN'`);
  await world.cast(1);
  await world.begin(world.votes[1] ?? '', 'ok');
  expect(world.attempts).toHaveLength(2);
  expect(await stateOf(reference)).toBe('INIT_UNKNOWN');
});

const statusOf = async (): Promise<string | undefined> =>
  (await rowOf<{ status: string }>('SELECT status FROM votes WHERE id = $1', voteId()))?.status;

it('a vote that is not counted has failed when no attempt can succeed any more, and waits again for a new one', async () => {
  await world.begin(voteId(), 'ok');
  expect(await statusOf()).toBe('PENDING');
  await world.confirm({ reference: latest(), proof: { status: 'failed' }, source: 'verify' });
  expect(await statusOf()).toBe('FAILED');
  world.now = later(120);
  await world.begin(voteId(), 'ok');
  expect(world.attempts).toHaveLength(2);
  expect(await statusOf()).toBe('PENDING');
});

it('a vote that is not counted has an attempt that the answer to its first call does not take back when a webhook was faster', async () => {
  await world.begin(voteId(), 'ok');
  const { id } =
    (await rowOf<{ id: string }>('SELECT id FROM payments WHERE reference = $1', latest())) ?? {};
  const recordBegun = async (state: string) => {
    const unknown = Array.from({ length: 7 }, () => null);
    const { rowCount } = await database.pool.query(RECORD_BEGUN, [
      id,
      state,
      world.now,
      'initialize',
      ...unknown,
    ]);
    return rowCount;
  };
  expect(await recordBegun('INIT_UNKNOWN')).toBe(0);
  expect(await stateOf(latest())).toBe('INITIALIZED');
  await set(latest(), `state = 'CREATED'`);
  expect(await recordBegun('INIT_UNKNOWN')).toBe(1);
  expect(await stateOf(latest())).toBe('INIT_UNKNOWN');
});
