import { beginAttempt, finishResults } from '@abato/testing/payments';
import type { PaymentProof } from '@abato/paystack';
import { Transactions } from '@abato/database';
import type { AppError } from '@abato/platform';
import { beginLate } from './model/actions.js';
import {
  begun,
  database,
  tallyAll,
  payFor,
  PRICE_PESEWAS,
  rowOf,
  sql,
  stateOf,
  success,
  useOwnWorld,
  world,
} from './model/own-world.js';

/** Which payments are in time, and what of them the public sees before results are final (ADR 61). */

const MINUTE = 60_000;
useOwnWorld();

/** A vote with a prompt on its phone. @returns the attempt's reference */
const prompted = (): Promise<string> => world.castAndBegin(1, 'CHARGE');

const afterEnd = (ms: number) => new Date(world.end.getTime() + ms);

describe('a payment of a contest that ends', () => {
  const pay = (reference: string, at: Date) => {
    world.now = at;
    return world.confirm(success(reference));
  };

  it('on a page counts when it was paid until the end; by a prompt a minute longer; whenever we hear of it', async () => {
    const [page, latePage] = [await begun(), await begun()];
    const [prompt, latePrompt] = [await prompted(), await prompted()];
    await world.endContest();
    const paidAt = (reference: string, ms: number) => {
      world.now = afterEnd(60 * MINUTE);
      return world.confirm(success(reference, { paidAt: afterEnd(ms) }));
    };
    expect(await paidAt(page, 0)).toMatchObject({ counted: true, to: 'COMPLETED' });
    expect(await paidAt(latePage, 1)).toMatchObject({ counted: false, to: 'LATE_PAID' });
    expect(await paidAt(prompt, MINUTE)).toMatchObject({ counted: true, to: 'COMPLETED' });
    expect(await paidAt(latePrompt, MINUTE + 1)).toMatchObject({ counted: false, to: 'LATE_PAID' });
  });

  it('that leads to a page after a direct charge has no more time than a page', async () => {
    const reference = await prompted();
    await sql`UPDATE payments SET charge_url = 'https://pay.example' WHERE reference = ${reference}`;
    await world.endContest();
    expect(await pay(reference, afterEnd(1))).toMatchObject({ to: 'LATE_PAID' });
  });

  it('is not believed to have been made before it was begun, nor after its proof was received', async () => {
    const [early, future] = [await begun(), await begun()];
    const beforeBegin = new Date(world.now.getTime() - MINUTE);
    await world.endContest();
    world.now = afterEnd(MINUTE);
    expect(await world.confirm(success(early, { paidAt: beforeBegin }))).toMatchObject({ to: 'LATE_PAID' });
    // Kept before the end, read after it, with a time that lies in its future.
    const receivedAt = afterEnd(-1);
    expect(await world.confirm(success(future, { paidAt: afterEnd(5), receivedAt }))).toMatchObject({
      to: 'COMPLETED',
    });
    expect(await rowOf('SELECT paid_at FROM payments WHERE reference = $1', future)).toEqual({
      paid_at: receivedAt,
    });
  });

  it('is judged by the end as it is now, also when that was extended meanwhile', async () => {
    const reference = await begun();
    const paidAt = afterEnd(5 * MINUTE);
    world.now = paidAt;
    await sql`UPDATE contests SET end_date = ${paidAt} WHERE id = ${world.contestId}`;
    expect(await world.confirm(success(reference))).toMatchObject({ counted: true });
  });

  describe('in the last ten minutes', () => {
    const PHONE = '+233244700001';
    /** An unpaid vote of the phone. */
    async function voteOf(phone = PHONE): Promise<string> {
      await world.cast(1);
      const vote = world.votes.at(-1) ?? '';
      await sql`UPDATE votes SET voter_phone = ${phone} WHERE id = ${vote}`;
      return vote;
    }
    const begin = async (voteId: string, flow: 'CHECKOUT' | 'CHARGE' = 'CHECKOUT') => {
      const permit = () => Promise.resolve({ purpose: 'begin' } as const);
      const begunOne = await beginAttempt(
        new Transactions(database.pool),
        { voteId, flow },
        world.now,
        permit,
      ).catch((error: AppError) => error.code);
      return typeof begunOne === 'string' ? begunOne : begunOne.kind;
    };

    it('is the only open one of its phone, whichever way it is paid; earlier there may be more', async () => {
      const votes = [await voteOf(), await voteOf(), await voteOf()];
      world.now = afterEnd(-10 * MINUTE - 1);
      expect(await begin(votes[0] ?? '')).toBe('begun');
      world.now = afterEnd(-10 * MINUTE);
      for (const flow of ['CHECKOUT', 'CHARGE'] as const)
        expect(await begin(votes[1] ?? '', flow)).toBe('PAYMENT_OPEN');
      expect(await begin(await voteOf('+233244700002'), 'CHARGE')).toBe('begun');
      // The page of a vote is no hindrance to its own prompt.
      await sql`UPDATE payments SET state = 'INITIALIZED' WHERE vote_id = ${votes[0]}`;
      expect(await begin(votes[0] ?? '', 'CHARGE')).toBe('begun');
      await sql`UPDATE payments SET cancelled_at = ${world.now} WHERE vote_id = ${votes[0]}`;
      expect(await begin(votes[2] ?? '')).toBe('begun');
    });

    it('is the only one of its phone also when many are asked for at once', async () => {
      const votes = [await voteOf(), await voteOf(), await voteOf(), await voteOf()];
      world.now = afterEnd(-MINUTE);
      const answers = await Promise.all(votes.map((vote) => begin(vote, 'CHARGE')));
      expect(answers.sort()).toEqual(['PAYMENT_OPEN', 'PAYMENT_OPEN', 'PAYMENT_OPEN', 'begun']);
    });

    it('may be one more after the end was extended', async () => {
      const votes = [await voteOf(), await voteOf()];
      world.now = afterEnd(-MINUTE);
      expect([await begin(votes[0] ?? ''), await begin(votes[1] ?? '')]).toEqual(['begun', 'PAYMENT_OPEN']);
      await sql`UPDATE contests SET end_date = ${afterEnd(30 * MINUTE)} WHERE id = ${world.contestId}`;
      expect(await begin(votes[1] ?? '')).toBe('begun');
    });
  });

  it('cannot be begun after the end for a vote that was cast before it', async () => {
    await world.cast(501);
    await world.endContest();
    world.now = afterEnd(1);
    await world.begin(world.votes[0] ?? '', 'ok');
    await world.begin(world.votes[0] ?? '', 'ok', 'CHARGE');
    expect(world.attempts).toEqual([]);
  });

  it('is outside of the counts at the end when it is counted after it; a vote counted before is inside, whenever it is tallied', async () => {
    const [early, later] = [await begun(2), await begun(3)];
    const figures = () =>
      rowOf(
        `SELECT c.votes::int, c.votes_after_end::int, t.version::int, t.version_at_end::int
         FROM contestant_tallies c JOIN contest_tallies t USING (contest_id) WHERE contest_id = $1`,
        world.contestId,
      );
    await payFor(early, 2);
    await world.endContest();
    const paidAt = world.now;
    world.now = afterEnd(3 * MINUTE);
    await tallyAll();
    expect(await figures()).toEqual({ votes: 2, votes_after_end: 0, version: 1, version_at_end: 1 });
    await world.confirm(success(later, { amount: 3 * PRICE_PESEWAS, paidAt }));
    await tallyAll();
    expect(await figures()).toEqual({ votes: 5, votes_after_end: 3, version: 2, version_at_end: 1 });
    await world.confirm({ reference: early, proof: { status: 'reversed' }, source: 'verify' });
    await tallyAll();
    expect(await figures()).toEqual({ votes: 3, votes_after_end: 1, version: 3, version_at_end: 1 });
  });

  it('is waited for as long as it may be confirmed', async () => {
    const [open, asked, done] = [await begun(), await begun(), await begun()];
    const waiting = async () => {
      await finishResults(new Transactions(database.pool), world.now, 24);
      const sql = 'SELECT payments_waiting FROM contests WHERE id = $1';
      return (await rowOf<{ payments_waiting: number | null }>(sql, world.contestId))?.payments_waiting;
    };
    expect(await waiting()).toBeNull();
    await world.endContest();
    expect(await waiting()).toBe(3);
    await world.confirm(success(done));
    const checked = 'UPDATE payments SET checked_at = $2 WHERE reference = $1';
    await database.owner.query(checked, [asked, afterEnd(MINUTE)]);
    expect(await waiting()).toBe(1);
    await sql`UPDATE payments SET state = 'FAILED' WHERE reference = ${open}`;
    expect(await waiting()).toBe(0);
  });

  it('goes back when it was begun after the end all the same', async () => {
    await world.cast(1);
    await world.endContest();
    world.now = afterEnd(1);
    await beginLate(world, world.votes[0] ?? '');
    const reference = world.attempts[0]?.reference ?? '';
    expect(await world.confirm(success(reference))).toMatchObject({ counted: false, to: 'LATE_PAID' });
  });
});

const accept = (reference: string) => {
  const actor = { userId: world.contestId, reason: 'by hand' };
  return world.confirm({ reference, proof: { status: 'accepted' }, source: 'manual', actor });
};
/** @param afterEndMs when it was paid */
async function heldAt(afterEndMs: number, proof: Partial<PaymentProof> = {}): Promise<string> {
  const reference = await begun(3);
  await world.endContest();
  const paidAt = afterEnd(afterEndMs);
  world.now = paidAt;
  await world.confirm(success(reference, { amount: 1, paidAt, ...proof }));
  expect(await stateOf(reference)).toBe('REVIEW');
  return reference;
}

it('accepting a held payment counts it with what was really paid, also two hours after the end', async () => {
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

it('accepting a held payment books no cedis for another currency', async () => {
  const reference = await heldAt(0, { currency: 'USD' });
  await accept(reference);
  expect(
    await rowOf('SELECT amount_pesewas::int FROM vote_ledger WHERE contest_id = $1', world.contestId),
  ).toEqual({ amount_pesewas: 0 });
});

it('accepting a held payment is refused when it was paid after the end', async () => {
  const reference = await heldAt(1);
  expect(await accept(reference)).toMatchObject({
    counted: false,
    to: 'REVIEW',
    situation: 'accepted-late',
  });
});

it('accepting a held payment is refused when the provider gave no time and we heard of it too late', async () => {
  const reference = await begun();
  await world.endContest();
  world.now = afterEnd(1);
  await world.confirm(success(reference, { amount: 1, paidAt: null }));
  expect(await accept(reference)).toMatchObject({ counted: false, situation: 'accepted-late' });
});

it('accepting a held payment is refused once results are final', async () => {
  const reference = await heldAt(0);
  await sql`UPDATE contests SET results_final_at = ${world.now} WHERE id = ${world.contestId}`;
  expect(await accept(reference)).toMatchObject({ counted: false, situation: 'accepted-after-final' });
});

it('accepting a held payment is refused while another payment has counted the vote: nothing shows that there is money to give back', async () => {
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
