import { issueContest, issueDue } from '@abato/testing/accounting';
import { Transactions } from '@abato/database';
import { rewriting } from './model/database.js';
import {
  database,
  dayOf,
  inOne,
  issuing,
  longWorld,
  owedBefore,
  pay,
  statementsOf,
} from './model/statement-world.js';

/** Which statements are issued when (ADR 122). */

/** No statement of this host can be written. @param month only that of this one */
async function refuseStatements(hostId: string, month?: string): Promise<void> {
  await database.owner.query(
    `CREATE FUNCTION refuse_statement() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cannot be made'; END $$;
     CREATE TRIGGER refuse_statement BEFORE INSERT ON statements FOR EACH ROW
     WHEN (NEW.host_id = '${hostId}'${month ? ` AND NEW.month = '${month}'` : ''})
     EXECUTE FUNCTION refuse_statement()`,
  );
}

async function acceptStatements(): Promise<void> {
  await database.sql`DROP FUNCTION refuse_statement CASCADE`;
}

it('issues what is due by the time of Ghana: ended months in their order, and contests with final results', async () => {
  const world = await longWorld();
  const { hostId, contestId } = world;
  const of = async () =>
    (await statementsOf(hostId)).map(({ month, content }) => [
      month ?? content['contest'],
      content['closing'],
    ]);
  await pay(world, 10);
  world.now = dayOf('2026-11', 2);
  await pay(world, 5);
  await issueDue(new Transactions(database.pool), issuing(new Date('2026-10-01T00:59:59Z')));
  expect(await of()).toEqual([]);
  await issueDue(new Transactions(database.pool), issuing(new Date('2026-10-01T01:00:00Z')));
  const september = ['2026-09', await owedBefore(hostId, dayOf('2026-10', 1))];
  expect(await of()).toEqual([september]);

  await database.sql`UPDATE contests SET results_final_at = ${dayOf('2026-11', 3)} WHERE id = ${contestId}`;
  await issueDue(new Transactions(database.pool), issuing(dayOf('2026-11', 2)));
  expect(await of()).toEqual([september]);
  // November and December are over too: nothing has moved in December, and October.
  await issueDue(new Transactions(database.pool), issuing(dayOf('2027-01', 1)));
  await issueDue(new Transactions(database.pool), issuing(dayOf('2027-01', 1)));
  const all = await owedBefore(hostId, dayOf('2027-01', 1));
  expect(await of()).toEqual([september, ['2026-11', all], ['C', all]]);
  expect(
    await inOne((sql) => issueContest(sql, { hostId, contestId }, issuing(dayOf('2027-01', 2)))),
  ).toBeNull();
});

it('goes on with other hosts, later months and contests when a statement cannot be made', async () => {
  const [refused, other] = [await longWorld(2027), await longWorld(2027)];
  for (const world of [refused, other])
    for (const month of ['2027-02', '2027-03']) {
      world.now = dayOf(month, 3);
      await pay(world, 10);
    }
  await database.sql`UPDATE contests SET results_final_at = ${dayOf('2027-03', 5)}
    WHERE id = ANY(${[refused.contestId, other.contestId]})`;
  await refuseStatements(refused.hostId);
  const due = (): Promise<void> => issueDue(new Transactions(database.pool), issuing(dayOf('2027-04', 2)));
  const of = async ({ hostId }: { hostId: string }) =>
    (await statementsOf(hostId)).map(({ number, month }) => [number, month]);
  await expect(due()).rejects.toThrow(`host ${refused.hostId}: cannot be made`);
  const all = [
    [1, '2027-02'],
    [2, '2027-03'],
    [3, null],
  ];
  expect([await of(other), await of(refused)]).toEqual([all, []]);
  await acceptStatements();
  await due();
  await due();
  expect([await of(other), await of(refused)]).toEqual([all, all]);
});

it('tries again only hosts that lack the statement of a month, until the month is complete', async () => {
  const [refused, other, idle] = [await longWorld(2028), await longWorld(2028), await longWorld(2028)];
  for (const world of [refused, other]) {
    world.now = dayOf('2028-02', 3);
    await pay(world, 10);
  }
  idle.now = dayOf('2028-03', 3);
  await pay(idle, 10);
  await refuseStatements(refused.hostId);
  // A statement is tried for a host: its transaction takes the lock of the numbers.
  const triedBy = async (): Promise<number> => {
    let tried = 0;
    const counting = rewriting(database.pool, (sql) => {
      if (sql.includes('abato statements')) tried += 1;
      return sql;
    });
    await issueDue(new Transactions(counting), issuing(dayOf('2028-03', 1))).catch(() => undefined);
    return tried;
  };
  // Everything of earlier years was issued by other tests or is tried with the first run.
  await triedBy();
  expect([await statementsOf(other.hostId), await statementsOf(refused.hostId)]).toMatchObject([
    [{ month: '2028-02' }],
    [],
  ]);
  expect(await triedBy()).toBe(1);
  await acceptStatements();
  expect([await triedBy(), await triedBy()]).toEqual([1, 0]);
  expect(await statementsOf(refused.hostId)).toMatchObject([{ month: '2028-02' }]);
  expect(await statementsOf(idle.hostId)).toEqual([]);
});

it('issues no later month of a host whose statement of a month could not be made: it counts from that one', async () => {
  const world = await longWorld(2029);
  for (const month of ['2029-02', '2029-03']) {
    world.now = dayOf(month, 3);
    await pay(world, 10);
  }
  await refuseStatements(world.hostId, '2029-02');
  const due = (): Promise<void> => issueDue(new Transactions(database.pool), issuing(dayOf('2029-04', 2)));
  await expect(due()).rejects.toThrow('cannot be made');
  expect(await statementsOf(world.hostId)).toEqual([]);
  await acceptStatements();
  await due();
  expect((await statementsOf(world.hostId)).map(({ month }) => month)).toEqual(['2029-02', '2029-03']);
});
