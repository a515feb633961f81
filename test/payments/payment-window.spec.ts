import { finishResults, type PaymentProof } from '@abato/payments';
import { beginLate } from './model/actions.js';
import {
  begun,
  database,
  foldTally,
  payFor,
  rowOf,
  stateOf,
  success,
  useOwnWorld,
  world,
} from './model/own-world.js';

/** Which payments are in time, and what of them the public sees before results are final (ADR 79). */

const MINUTE = 60_000;
useOwnWorld();

const afterEnd = (ms: number) => new Date(world.end.getTime() + ms);

describe('a payment of a contest that ends', () => {
  const pay = (reference: string, at: Date) => {
    world.now = at;
    return world.settle(success(reference));
  };

  it('counts when it was begun before the end and paid at most ten minutes after it', async () => {
    const [inTime, late] = [await begun(), await begun()];
    await world.endContest();
    expect(await pay(inTime, afterEnd(10 * MINUTE))).toMatchObject({ counted: true, to: 'COMPLETED' });
    expect(await pay(late, afterEnd(10 * MINUTE + 1))).toMatchObject({ counted: false, to: 'LATE_PAID' });
  });

  it('cannot be begun after the end for a vote that was cast before it', async () => {
    await world.cast(501);
    await world.endContest();
    world.now = afterEnd(1);
    await world.begin(world.votes[0] ?? '', 'ok');
    await world.begin(world.votes[0] ?? '', 'ok', 'CHARGE');
    expect(world.attempts).toEqual([]);
  });

  it('is outside of the counts at the end when it is counted after it; a vote counted before is inside, whenever it is folded', async () => {
    const [early, later] = [await begun(2), await begun(3)];
    const figures = () =>
      rowOf(
        `SELECT c.votes::int, c.votes_after_end::int, t.version::int, t.version_at_end::int
         FROM contestant_tallies c JOIN contest_tallies t USING (contest_id) WHERE contest_id = $1`,
        world.contestId,
      );
    await payFor(early, 2);
    await world.endContest();
    world.now = afterEnd(3 * MINUTE);
    await foldTally();
    expect(await figures()).toEqual({ votes: 2, votes_after_end: 0, version: 1, version_at_end: 1 });
    await payFor(later, 3);
    await foldTally();
    expect(await figures()).toEqual({ votes: 5, votes_after_end: 3, version: 2, version_at_end: 1 });
    await world.settle({ reference: early, proof: { status: 'reversed' }, source: 'verify' });
    await foldTally();
    expect(await figures()).toEqual({ votes: 3, votes_after_end: 1, version: 3, version_at_end: 1 });
  });

  it('is waited for as long as it may be confirmed', async () => {
    const [open, asked, done] = [await begun(), await begun(), await begun()];
    const waiting = async () => {
      await finishResults(database.pool, world.now);
      const sql = 'SELECT payments_waiting FROM contests WHERE id = $1';
      return (await rowOf<{ payments_waiting: number | null }>(sql, world.contestId))?.payments_waiting;
    };
    expect(await waiting()).toBeNull();
    await world.endContest();
    expect(await waiting()).toBe(3);
    await world.settle(success(done));
    const checked = 'UPDATE payments SET checked_at = $2 WHERE reference = $1';
    await database.owner.query(checked, [asked, afterEnd(10 * MINUTE)]);
    expect(await waiting()).toBe(1);
    await database.owner.query(`UPDATE payments SET state = 'FAILED' WHERE reference = $1`, [open]);
    expect(await waiting()).toBe(0);
  });

  it('goes back when it was begun after the end all the same', async () => {
    await world.cast(1);
    await world.endContest();
    world.now = afterEnd(1);
    await beginLate(world, world.votes[0] ?? '');
    const reference = world.attempts[0]?.reference ?? '';
    expect(await world.settle(success(reference))).toMatchObject({ counted: false, to: 'LATE_PAID' });
  });
});

describe('accepting a held payment', () => {
  const accept = (reference: string) => {
    const actor = { userId: world.contestId, reason: 'by hand' };
    return world.settle({ reference, proof: { status: 'accepted' }, source: 'manual', actor });
  };
  /** @param afterEndMs when it was paid */
  async function heldAt(afterEndMs: number, proof: Partial<PaymentProof> = {}): Promise<string> {
    const reference = await begun(3);
    await world.endContest();
    const paidAt = afterEnd(afterEndMs);
    await world.settle(success(reference, { amount: 1, paidAt, ...proof }));
    expect(await stateOf(reference)).toBe('REVIEW');
    return reference;
  }

  it('counts it with what was really paid, also two hours after the end', async () => {
    const reference = await heldAt(0);
    world.now = afterEnd(120 * MINUTE);
    expect(await accept(reference)).toMatchObject({ counted: true });
    expect(
      await rowOf(
        'SELECT votes::int, amount_pesewas::int FROM vote_ledger WHERE contest_id = $1',
        world.contestId,
      ),
    ).toEqual({ votes: 3, amount_pesewas: 1 });
  });

  it('books no cedis for another currency', async () => {
    const reference = await heldAt(0, { currency: 'USD' });
    await accept(reference);
    expect(
      await rowOf('SELECT amount_pesewas::int FROM vote_ledger WHERE contest_id = $1', world.contestId),
    ).toEqual({ amount_pesewas: 0 });
  });

  it('is refused when it was paid more than ten minutes after the end', async () => {
    const reference = await heldAt(10 * MINUTE + 1);
    expect(await accept(reference)).toMatchObject({
      counted: false,
      to: 'REVIEW',
      situation: 'accepted-late',
    });
  });

  it('is refused when the provider gave no time and we heard of it too late', async () => {
    const reference = await begun();
    await world.endContest();
    world.now = afterEnd(10 * MINUTE + 1);
    await world.settle(success(reference, { amount: 1, paidAt: null }));
    expect(await accept(reference)).toMatchObject({ counted: false, situation: 'accepted-late' });
  });

  it('is refused once results are final', async () => {
    const reference = await heldAt(0);
    await database.owner.query('UPDATE contests SET results_final_at = $2 WHERE id = $1', [
      world.contestId,
      world.now,
    ]);
    expect(await accept(reference)).toMatchObject({ counted: false, situation: 'accepted-after-final' });
  });

  it('is refused while another payment has counted the vote: nothing shows that there is money to give back', async () => {
    await world.cast(3);
    const vote = world.votes.at(-1) ?? '';
    await world.begin(vote, 'lost');
    await world.begin(vote, 'ok');
    const [lost = '', paid = ''] = world.attempts.map(({ reference }) => reference);
    await payFor(paid, 3);
    expect(await accept(lost)).toMatchObject({ to: 'SUPERSEDED', situation: 'accepted-again' });
    expect(
      await rowOf(
        'SELECT count(*)::int AS refunds FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.contest_id = $1',
        world.contestId,
      ),
    ).toEqual({ refunds: 0 });
  });
});
