import { inTransaction } from '@abato/database';
import { finishResults } from '@abato/payments';
import { drainTally, uncountVoters } from '@abato/voting';
import { secrets } from './model/settle.js';
import { begun, database, payFor, rowOf, stateOf, success, useOwnWorld, world } from './model/own-world.js';

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
  await world.settle({ reference, proof: { status: 'refund-ordered' }, source: 'manual', actor });
}

describe('a payment in another currency', () => {
  it('is refunded with the amount and in the currency that were taken', async () => {
    const reference = await begun();
    await world.settle(success(reference, { amount: 70, currency: 'USD' }));
    expect(await stateOf(reference)).toBe('REVIEW');
    await order(reference, 'wrong currency');
    expect(await refundOf(reference)).toMatchObject({ currency: 'USD', amount_pesewas: '70' });
  });
});

describe('a payment whose channel the provider does not name', () => {
  it('keeps the one that it was begun with, as the ledger does', async () => {
    const reference = await begun();
    await database.owner.query(`UPDATE payments SET channel = 'mobile_money' WHERE reference = $1`, [
      reference,
    ]);
    await world.settle(success(reference, { channel: undefined }));
    const { channel, counted } = (await rowOf<{ channel: string; counted: string }>(
      `SELECT p.channel, l.channel AS counted FROM payments p JOIN vote_ledger l ON l.payment_id = p.id WHERE p.reference = $1`,
      reference,
    )) ?? { channel: null, counted: null };
    expect([channel, counted]).toEqual(['mobile_money', 'mobile_money']);
  });
});

describe('a payment of a deleted contest, category or contestant', () => {
  it.each([
    ['contests', () => world.contestId],
    ['categories', () => world.categoryId],
    ['contestants', () => world.contestantId],
  ])('is not counted and is refunded (%s)', async (table, id) => {
    const reference = await begun();
    await database.owner.query(`UPDATE ${table} SET archived_at = $2 WHERE id = $1`, [id(), world.now]);
    const settled = await world.settle(success(reference));
    expect(settled).toMatchObject({ counted: false, to: 'LATE_PAID' });
    expect(await refundOf(reference)).toMatchObject({
      status: 'DUE',
      amount_pesewas: '100',
      currency: 'GHS',
    });
  });

  it.each([
    ['contests', () => world.contestId],
    ['categories', () => world.categoryId],
    ['contestants', () => world.contestantId],
  ])('cannot be begun (%s)', async (table, id) => {
    await world.cast(1);
    await database.owner.query(`UPDATE ${table} SET archived_at = $2 WHERE id = $1`, [id(), world.now]);
    await world.begin(world.votes[0] ?? '', 'ok');
    expect(await rowOf('SELECT id FROM payments WHERE contest_id = $1', world.contestId)).toBeUndefined();
  });
});

describe('a vote whose money went back', () => {
  it('leaves no votes, no transaction and no amount in the tally', async () => {
    const reference = await begun(3);
    await payFor(reference, 3);
    await world.settle({ reference, proof: { status: 'reversed' }, source: 'verify' });
    const sums = await rowOf(
      `SELECT sum(votes)::int AS votes, sum(transactions)::int AS transactions, sum(amount_pesewas)::int AS amount,
         count(*)::int AS rows
       FROM tally_outbox WHERE contest_id = $1`,
      world.contestId,
    );
    expect(sums).toEqual({ votes: 0, transactions: 0, amount: 0, rows: 2 });
  });

  it('leaves its voter only while another vote of the same phone counts', async () => {
    const references = [await begun(1), await begun(2)];
    await database.owner.query('UPDATE votes SET voter_phone = $2 WHERE contest_id = $1', [
      ...[world.contestId, '+233244000999'],
    ]);
    for (const [at, reference] of references.entries()) await payFor(reference, at + 1);
    const voters: unknown[] = [];
    for (const reference of [undefined, ...references]) {
      if (reference) await world.settle({ reference, proof: { status: 'reversed' }, source: 'verify' });
      await drainTally(database.pool, world.contestId, world.now);
      await uncountVoters(database.pool, secrets, world.contestId, world.now);
      const sql = 'SELECT unique_phones::int AS phones FROM contest_tallies WHERE contest_id = $1';
      voters.push((await rowOf<{ phones: number }>(sql, world.contestId))?.phones);
    }
    expect(voters).toEqual([1, 1, 0]);
  });

  it('leaves nothing in the hour in which it was counted, nor in the hour in which it went back', async () => {
    const reference = await begun(3);
    await payFor(reference, 3);
    world.now = new Date(world.now.getTime() + 180 * MINUTE);
    await world.settle({ reference, proof: { status: 'reversed' }, source: 'verify' });
    await drainTally(database.pool, world.contestId, world.now);
    const { rows } = await database.owner.query<{ votes: string; transactions: string }>(
      'SELECT votes, transactions FROM visible_hours WHERE contest_id = $1',
      [world.contestId],
    );
    expect(rows.map((row) => [Number(row.votes), Number(row.transactions)])).toEqual([[0, 0]]);
  });
});

describe('a payment held for review', () => {
  it('keeps the time at which it was first said to be paid', async () => {
    const reference = await begun();
    await world.settle(success(reference, { amount: 70 }));
    await world.settle(success(reference, { amount: 70, paidAt: new Date(world.now.getTime() + MINUTE) }));
    const row = await rowOf<{ paid_at: Date }>(
      'SELECT paid_at FROM payments WHERE reference = $1',
      reference,
    );
    expect(row?.paid_at).toEqual(world.now);
  });
});

describe('a refund', () => {
  it('cannot be ordered a second time while it is under way', async () => {
    const reference = await begun();
    await world.settle(success(reference));
    await order(reference, 'first');
    const { rows } = await database.owner.query<{ id: string }>(
      'SELECT id FROM payments WHERE reference = $1',
      [reference],
    );
    await database.owner.query(`UPDATE refunds SET status = 'SENT', attempts = 1 WHERE payment_id = $1`, [
      rows[0]?.id,
    ]);
    // As a second order that overtook the payment's new state would: the row itself must refuse.
    await database.owner.query(`UPDATE payments SET state = 'REVIEW' WHERE reference = $1`, [reference]);
    await order(reference, 'second');
    expect(await refundOf(reference)).toMatchObject({ status: 'SENT', reason: 'first' });
  });

  it('can be ordered again after the provider could not carry it out', async () => {
    const reference = await begun();
    await world.settle(success(reference));
    await order(reference, 'first');
    await database.owner.query(
      `UPDATE refunds SET status = 'ATTENTION' WHERE payment_id = (SELECT id FROM payments WHERE reference = $1)`,
      [reference],
    );
    await database.owner.query(`UPDATE payments SET state = 'REFUND_ATTENTION' WHERE reference = $1`, [
      reference,
    ]);
    await order(reference, 'second');
    expect(await refundOf(reference)).toMatchObject({ status: 'DUE', reason: 'second' });
  });
});

describe('results', () => {
  const afterGrace = () => new Date(world.end.getTime() + MINUTE);
  const isFinal = async () =>
    (await finishResults(database.pool, afterGrace(), 24)).includes(world.contestId);

  it('are not final while counted votes wait for the tally', async () => {
    const reference = await begun();
    await world.settle(success(reference));
    await world.endContest();
    expect(await isFinal()).toBe(false);
    await inTransaction(database.pool, (sql) => drainTally(sql, world.contestId, world.now));
    expect(await isFinal()).toBe(true);
  });

  it.each(['INITIALIZED', 'FAILED', 'EXPIRED'])(
    'are not final before the provider was asked about a payment that is %s',
    async (state) => {
      const reference = await begun();
      await database.owner.query('UPDATE payments SET state = $2 WHERE reference = $1', [reference, state]);
      await world.endContest();
      expect(await isFinal()).toBe(false);
      await database.owner.query('UPDATE payments SET checked_at = $2 WHERE reference = $1', [
        reference,
        afterGrace(),
      ]);
      expect(await isFinal()).toBe(true);
    },
  );
});
