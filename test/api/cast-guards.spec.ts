import { type VoteRow, writeVotes } from '@abato/voting';
import { database, sql, useOwnWorld, world } from '../payments/model/own-world.js';
import { World } from '../payments/model/world.js';
import { aFreeRow } from '../support/vote-rows.js';

/** Caches may be seconds old: what the casting statement itself refuses, for one vote and for a batch. */

useOwnWorld();
beforeEach(() => world.changePrice(0));

const set = (table: string, change: string, id: string, ...values: unknown[]) =>
  database.owner.query(`UPDATE ${table} SET ${change} WHERE id = $1`, [id, ...values]);

async function votesWritten(): Promise<number> {
  const rows = await sql<{ count: string }>`SELECT count(*)::text AS count FROM votes
    WHERE contest_id = ${world.contestId}`;
  return Number(rows[0]?.count);
}

describe.each([
  ['one vote', 1],
  ['a batch', 3],
])('%s', (_, count) => {
  const cast = async (fields: Partial<VoteRow> = {}): Promise<number> => {
    const rows = Array.from({ length: count }, () => aFreeRow(world, fields));
    return (await writeVotes(database.pool, rows, world.now)).size;
  };

  it('is written while voting is open', async () =>
    expect([await cast(), await votesWritten()]).toEqual([count, count]));

  it.each<[string, () => Promise<unknown>]>([
    [
      'the host is inactive',
      () =>
        sql`UPDATE hosts SET is_active = false WHERE id = (SELECT host_id FROM contests
          WHERE id = ${world.contestId})`,
    ],
    ['the contest is paused', () => set('contests', `status = 'PAUSED'`, world.contestId)],
    ['the contest is deleted', () => set('contests', 'archived_at = $2', world.contestId, world.now)],
    ['voting has not begun', () => set('contests', 'start_date = $2', world.contestId, later(1))],
    ['voting is over', () => set('contests', 'end_date = $2', world.contestId, world.now)],
    ['the price has changed', () => world.changePrice(100)],
    ['the bundles have changed', () => world.changePrice(0, [{ votes: 10, pricePesewas: 800 }])],
    [
      'the windows have changed',
      () => world.changePrice(0, [], [{ from: '2026-12-05', until: '2026-12-06', multiplier: 2 }]),
    ],
    [
      'the price of its category has changed',
      () => set('categories', 'vote_price_pesewas = 200', world.categoryId),
    ],
    [
      'the bundles of its category have changed',
      () => set('categories', `bundles = '[{"votes":2,"pricePesewas":100}]'`, world.categoryId),
    ],
    ['the category is deleted', () => set('categories', 'archived_at = $2', world.categoryId, world.now)],
    [
      'the contestant is deleted',
      () => set('contestants', 'archived_at = $2', world.contestantId, world.now),
    ],
  ])('is not written when %s', async (_reason, change) => {
    const { pricing } = world;
    await change();
    expect([await cast({ pricing }), await votesWritten()]).toEqual([0, 0]);
  });

  it('is not written for a contestant of another contest or category', async () => {
    const other = new World(database.pool, database.owner);
    await other.create();
    expect(await cast({ contestantId: other.contestantId })).toBe(0);
    expect(await cast({ categoryId: other.categoryId })).toBe(0);
    expect(await votesWritten()).toBe(0);
  });
});

const later = (seconds: number) => new Date(world.now.getTime() + seconds * 1_000);
