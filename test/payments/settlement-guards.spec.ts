import { Transactions } from '@abato/database';
import { finishResults, listNeededSince, noteListed, PaymentDeadlines } from '@abato/testing/payments';
import { drainTally, uncountVoters } from '@abato/testing/voting';
import { SweepsByHand } from '../support/run-sweeps.js';
import { waitFor } from '../support/wait-for.js';
import { confirmationAt, secrets } from './model/confirm.js';
import {
  begun,
  database,
  payFor,
  rowOf,
  sql,
  stateOf,
  success,
  useOwnWorld,
  world,
} from './model/own-world.js';

/** What each condition of settlement's SQL keeps out of the books. */

const MINUTE = 60_000;
useOwnWorld();

const refundOf = (reference: string) =>
  rowOf<{ status: string; currency: string; amount_pesewas: string; reason: string | null }>(
    `SELECT r.status, r.currency, r.amount_pesewas::text, r.reason FROM refunds r JOIN payments p ON p.id = r.payment_id
     WHERE p.reference = $1`,
    reference,
  );

async function order(reference: string, reason: string): Promise<void> {
  const actor = { userId: world.contestId, reason };
  await world.confirm({ reference, proof: { status: 'refund-ordered' }, source: 'manual', actor });
}

it('a payment in another currency is refunded with the amount and in the currency that were taken', async () => {
  const reference = await begun();
  await world.confirm(success(reference, { amount: 70, currency: 'USD' }));
  expect(await stateOf(reference)).toBe('REVIEW');
  await order(reference, 'wrong currency');
  expect(await refundOf(reference)).toMatchObject({ currency: 'USD', amount_pesewas: '70' });
});

it('a payment whose channel the provider does not name keeps the one that it was begun with, as the ledger does', async () => {
  const reference = await begun();
  await sql`UPDATE payments SET channel = 'mobile_money' WHERE reference = ${reference}`;
  await world.confirm(success(reference, { channel: undefined }));
  const { channel, counted } = (await rowOf<{ channel: string; counted: string }>(
    `SELECT p.channel, l.channel AS counted FROM payments p JOIN vote_ledger l ON l.payment_id = p.id WHERE p.reference = $1`,
    reference,
  )) ?? { channel: null, counted: null };
  expect([channel, counted]).toEqual(['mobile_money', 'mobile_money']);
});

it.each([
  ['contests', () => world.contestId],
  ['categories', () => world.categoryId],
  ['contestants', () => world.contestantId],
])(
  'a payment of a deleted contest, category or contestant is not counted and is refunded (%s)',
  async (table, id) => {
    const reference = await begun();
    await database.owner.query(`UPDATE ${table} SET archived_at = $2 WHERE id = $1`, [id(), world.now]);
    const settled = await world.confirm(success(reference));
    expect(settled).toMatchObject({ counted: false, to: 'LATE_PAID' });
    expect(await refundOf(reference)).toMatchObject({
      status: 'DUE',
      amount_pesewas: '100',
      currency: 'GHS',
    });
  },
);

it.each([
  ['contests', () => world.contestId],
  ['categories', () => world.categoryId],
  ['contestants', () => world.contestantId],
])('a payment of a deleted contest, category or contestant cannot be begun (%s)', async (table, id) => {
  await world.cast(1);
  await database.owner.query(`UPDATE ${table} SET archived_at = $2 WHERE id = $1`, [id(), world.now]);
  await world.begin(world.votes[0] ?? '', 'ok');
  expect(await rowOf('SELECT id FROM payments WHERE contest_id = $1', world.contestId)).toBeUndefined();
});

it('a vote whose money went back leaves no votes, no transaction and no amount in the tally', async () => {
  const reference = await begun(3);
  await payFor(reference, 3);
  await world.confirm({ reference, proof: { status: 'reversed' }, source: 'verify' });
  const sums = await rowOf(
    `SELECT sum(votes)::int AS votes, sum(transactions)::int AS transactions, sum(amount_pesewas)::int AS amount,
         count(*)::int AS rows
       FROM tally_outbox WHERE contest_id = $1`,
    world.contestId,
  );
  expect(sums).toEqual({ votes: 0, transactions: 0, amount: 0, rows: 2 });
});

it('a vote whose money went back leaves its voter only while another vote of the same phone counts', async () => {
  const references = [await begun(1), await begun(2)];
  await sql`UPDATE votes SET voter_phone = ${'+233244000999'} WHERE contest_id = ${world.contestId}`;
  for (const [at, reference] of references.entries()) await payFor(reference, at + 1);
  const voters: unknown[] = [];
  for (const reference of [undefined, ...references]) {
    if (reference) await world.confirm({ reference, proof: { status: 'reversed' }, source: 'verify' });
    await drainTally(database.pool, world.contestId, world.now);
    await uncountVoters(new Transactions(database.pool), secrets, world.contestId, world.now);
    const sql = 'SELECT unique_phones::int AS phones FROM contest_tallies WHERE contest_id = $1';
    voters.push((await rowOf<{ phones: number }>(sql, world.contestId))?.phones);
  }
  expect(voters).toEqual([1, 1, 0]);
});

it('a vote whose money went back leaves nothing in the hour in which it was counted, nor in the hour in which it went back', async () => {
  const reference = await begun(3);
  await payFor(reference, 3);
  world.now = new Date(world.now.getTime() + 180 * MINUTE);
  await world.confirm({ reference, proof: { status: 'reversed' }, source: 'verify' });
  await drainTally(database.pool, world.contestId, world.now);
  const rows = await sql<{ votes: string; transactions: string }>`SELECT votes, transactions
      FROM visible_hours WHERE contest_id = ${world.contestId}`;
  expect(rows.map((row) => [Number(row.votes), Number(row.transactions)])).toEqual([[0, 0]]);
});

it('a payment held for review keeps the time at which it was first said to be paid', async () => {
  const reference = await begun();
  await world.confirm(success(reference, { amount: 70 }));
  await world.confirm(success(reference, { amount: 70, paidAt: new Date(world.now.getTime() + MINUTE) }));
  const row = await rowOf<{ paid_at: Date }>('SELECT paid_at FROM payments WHERE reference = $1', reference);
  expect(row?.paid_at).toEqual(world.now);
});

it('a refund cannot be ordered a second time while it is under way', async () => {
  const reference = await begun();
  await world.confirm(success(reference));
  await order(reference, 'first');
  const rows = await sql<{ id: string }>`SELECT id FROM payments WHERE reference = ${reference}`;
  await sql`UPDATE refunds SET status = 'SENT', attempts = 1 WHERE payment_id = ${rows[0]?.id}`;
  // As a second order that overtook the payment's new state would: the row itself must refuse.
  await sql`UPDATE payments SET state = 'REVIEW' WHERE reference = ${reference}`;
  await order(reference, 'second');
  expect(await refundOf(reference)).toMatchObject({ status: 'SENT', reason: 'first' });
});

it('a refund can be ordered again after the provider could not carry it out', async () => {
  const reference = await begun();
  await world.confirm(success(reference));
  await order(reference, 'first');
  await sql`UPDATE refunds SET status = 'ATTENTION' WHERE payment_id = (SELECT id FROM payments
      WHERE reference = ${reference})`;
  await sql`UPDATE payments SET state = 'REFUND_ATTENTION' WHERE reference = ${reference}`;
  await order(reference, 'second');
  expect(await refundOf(reference)).toMatchObject({ status: 'DUE', reason: 'second' });
});

const afterEnd = (ms = MINUTE) => new Date(world.end.getTime() + ms);
const isFinal = async (at = afterEnd()) =>
  (await finishResults(new Transactions(database.pool), at, 24)).includes(world.contestId);
const HOURS_24 = 24 * 60 * MINUTE;
const tally = () =>
  new Transactions(database.pool).run(({ sql }) => drainTally(sql, world.contestId, world.now));

it('results are not final while counted votes wait for the tally', async () => {
  const reference = await begun();
  await world.confirm(success(reference));
  await world.endContest();
  expect(await isFinal()).toBe(false);
  await tally();
  expect(await isFinal()).toBe(true);
});

it.each(['INITIALIZED', 'FAILED', 'EXPIRED'])(
  'results are not final before the provider was asked about a payment that is %s',
  async (state) => {
    const reference = await begun();
    await sql`UPDATE payments SET state = ${state} WHERE reference = ${reference}`;
    await world.endContest();
    expect(await isFinal()).toBe(false);
    const checked = 'UPDATE payments SET checked_at = $2 WHERE reference = $1';
    await database.owner.query(checked, [reference, afterEnd(MINUTE - 1)]);
    expect(await isFinal()).toBe(false);
    await database.owner.query(checked, [reference, afterEnd()]);
    expect(await isFinal()).toBe(true);
  },
);

it('results are final at the end when nothing was left to be confirmed', async () => {
  await payFor(await begun(), 1);
  await tally();
  expect(await isFinal(afterEnd(0))).toBe(false);
  await world.endContest();
  expect(await isFinal(afterEnd(0))).toBe(true);
});

it('results wait for a reading of the provider’s list that began when nothing could be paid in time any more', async () => {
  await begun();
  await world.endContest();
  const needed = () => listNeededSince(database.pool, afterEnd());
  expect(await listNeededSince(database.pool, afterEnd(MINUTE - 1))).toBeNull();
  const from = (await needed()) ?? new Date(0);
  expect(from).toEqual(afterEnd(-120 * MINUTE));
  await noteListed(database.pool, afterEnd(MINUTE - 1), from);
  await noteListed(database.pool, afterEnd(), new Date(from.getTime() + 1));
  expect([await needed(), await isFinal()]).toEqual([from, false]);
  await noteListed(database.pool, afterEnd(), from);
  expect([await needed(), await isFinal()]).toEqual([null, true]);
});

it('results wait for held votes and held payments at most until the deadline; the payments then go back', async () => {
  const reference = await begun();
  await world.confirm(success(reference, { amount: 1 }));
  await world.cast(1);
  await sql`INSERT INTO held_votes (vote_id, contest_id, votes, reason, held_at)
      VALUES (${world.votes.at(-1)}, ${world.contestId}, 1, 'SERVER_NETWORK', ${world.now})`;
  await world.endContest();
  expect(await isFinal(afterEnd(HOURS_24 - 1))).toBe(false);
  const decided = `UPDATE held_votes SET decision = $2, decided_at = CASE WHEN $2::text IS NOT NULL THEN now() END WHERE contest_id = $1`;
  await database.owner.query(decided, [world.contestId, 'REJECTED']);
  expect(await isFinal(afterEnd(HOURS_24 - 1))).toBe(false);
  await database.owner.query(decided, [world.contestId, null]);
  world.now = afterEnd(HOURS_24);
  expect(await isFinal(world.now)).toBe(true);
  const sweeps = new SweepsByHand();
  const confirmation = confirmationAt(database.pool, () => world.now);
  const settings = { PUBLIC_URL: 'http://x', RESULT_DEADLINE_HOURS: 24, UNPAID_VOTE_MINUTES: 30 };
  new PaymentDeadlines(
    new Transactions(database.pool),
    { now: () => world.now },
    settings,
    confirmation,
    sweeps,
  );
  await sweeps.run();
  expect(await stateOf(reference)).toBe('REFUND_DUE');
  expect(await refundOf(reference)).toMatchObject({ status: 'DUE' });
});

it('results wait while a payment that is being counted has not committed', async () => {
  const reference = await begun();
  await world.endContest();
  await noteListed(database.pool, afterEnd(), new Date(0));
  await sql`UPDATE contests SET payments_waiting = 0 WHERE id = ${world.contestId}`;
  await sql`UPDATE payments SET checked_at = ${afterEnd()} WHERE reference = ${reference}`;
  const { paidAt, finishing } = { paidAt: world.now, finishing: [] as Promise<boolean>[] };
  world.now = afterEnd();
  await confirmationAt(database.pool, () => world.now).transaction(async ({ confirm }) => {
    await confirm(success(reference, { paidAt }));
    finishing.push(isFinal());
    await waitFor(async () => {
      const rows = await sql`SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
          WHERE NOT l.granted AND a.query LIKE '%FOR NO KEY UPDATE%'`;
      return rows.length > 0;
    });
  });
  // What it counted is not in the tally yet.
  expect(await Promise.all(finishing)).toEqual([false]);
  await tally();
  expect(await isFinal()).toBe(true);
});

describe('once results are final', () => {
  /** Four votes that count for good. */
  async function counted(): Promise<string> {
    const reference = await begun(4);
    await payFor(reference, 4);
    await world.endContest();
    await sql`UPDATE contests SET results_final_at = ${world.now} WHERE id = ${world.contestId}`;
    return reference;
  }
  const left = () =>
    rowOf(
      `SELECT sum(l.votes)::int AS votes, sum(l.amount_pesewas)::int AS money, min(v.status) AS status
       FROM vote_ledger l JOIN votes v ON v.id = l.vote_id WHERE l.contest_id = $1`,
      world.contestId,
    );
  const back = (amount: number, source: 'REFUND' | 'DISPUTE' = 'REFUND') =>
    ({ status: 'reversed', amount, back: { source, id: `${source} ${amount}` } }) as const;

  it('a proof of a payment made in time comes too late and goes back', async () => {
    const early = await begun();
    const paidAt = world.now;
    await counted();
    expect(await world.confirm(success(early, { paidAt }))).toMatchObject({
      to: 'LATE_PAID',
      counted: false,
    });
  });

  it('a refund, a reversal and a lost dispute take back money and no votes', async () => {
    const reference = await counted();
    await world.confirm({ reference, proof: back(100), source: 'list' });
    expect(await left()).toEqual({ votes: 4, money: 300, status: 'COMPLETED' });
    await world.confirm({ reference, proof: back(200, 'DISPUTE'), source: 'webhook' });
    expect(await left()).toEqual({ votes: 4, money: 100, status: 'COMPLETED' });
    const result = await world.confirm({ reference, proof: { status: 'reversed' }, source: 'list' });
    expect(result).toMatchObject({ to: 'REVERSED', takenBack: false, tookPart: true });
    expect(await left()).toEqual({ votes: 4, money: 0, status: 'COMPLETED' });
    await tally();
    expect(
      await rowOf(
        'SELECT votes::int, amount_pesewas::int FROM contest_tallies WHERE contest_id = $1',
        world.contestId,
      ),
    ).toEqual({ votes: 4, amount_pesewas: 0 });
  });

  it('an ordered refund goes its way and takes back no votes', async () => {
    const reference = await counted();
    await order(reference, 'The payer asked for it');
    expect([await stateOf(reference), await left()]).toEqual([
      'REFUND_DUE',
      { votes: 4, money: 0, status: 'COMPLETED' },
    ]);
    for (const status of ['refund-sent', 'reversed'] as const)
      await world.confirm({ reference, proof: { status }, source: 'refund' });
    expect([await stateOf(reference), await left()]).toEqual([
      'REFUNDED',
      { votes: 4, money: 0, status: 'COMPLETED' },
    ]);
  });

  const tally = () =>
    new Transactions(database.pool).run(({ sql }) => drainTally(sql, world.contestId, world.now));
});

it('between the end and the final results a reversal by the provider takes the votes back, a refund that a person orders does not', async () => {
  const [ordered, reversed] = [await begun(2), await begun(3)];
  await payFor(ordered, 2);
  await payFor(reversed, 3);
  await world.endContest();
  await order(ordered, 'after the end');
  await world.confirm({ reference: reversed, proof: { status: 'reversed' }, source: 'list' });
  expect(
    await rowOf('SELECT sum(votes)::int AS votes FROM vote_ledger WHERE contest_id = $1', world.contestId),
  ).toEqual({ votes: 2 });
});
