import fc from 'fast-check';
import type { PaymentUpdate } from '@abato/testing/payments';
import type { PaymentProof } from '@abato/paystack';
import { seedOf } from '../support/seed.js';
import { ownDatabase } from './model/database.js';
import { confirmationAt } from './model/confirm.js';
import { World } from './model/world.js';

/** Many webhooks are settled by a few statements; the books must not be able to tell. */

const database = await ownDatabase();

/** Runs of the ordinary form; `ABATO_MODEL_RUNS` draws more. */
const RUNS = Number(process.env['ABATO_MODEL_RUNS'] ?? 60);
const SEED = seedOf('payments/confirm-together', 'ABATO_MODEL_SEED');
const VOTES = 3;
const ATTEMPTS_PER_VOTE = 2;

/** What the provider says about one of the attempts; few values, so that they often meet. */
const saying = fc.record({
  attempt: fc.integer({ min: -1, max: VOTES * ATTEMPTS_PER_VOTE - 1 }),
  transaction: fc.constantFrom(null, 1, 2, 3, 4),
  proof: fc.oneof(
    { weight: 5, arbitrary: fc.constant<PaymentProof>({ status: 'success', amount: 200, currency: 'GHS' }) },
    { weight: 1, arbitrary: fc.constant<PaymentProof>({ status: 'success', amount: 100, currency: 'GHS' }) },
    { weight: 1, arbitrary: fc.constant<PaymentProof>({ status: 'success', amount: 200, currency: 'USD' }) },
    { weight: 1, arbitrary: fc.constantFrom<PaymentProof>({ status: 'failed' }, { status: 'reversed' }) },
  ),
});
type Saying = typeof saying extends fc.Arbitrary<infer T> ? T : never;

/** A contest with its votes, each with two attempts under way, and the updates about them. */
async function prepare(
  sayings: readonly Saying[],
  base: number,
): Promise<{ world: World; updates: PaymentUpdate[] }> {
  const world = new World(database.pool, database.owner);
  await world.create();
  for (let i = 0; i < VOTES; i++) await world.cast(2);
  for (const vote of world.votes) {
    for (let i = 0; i < ATTEMPTS_PER_VOTE; i++) await world.begin(vote, i ? 'ok' : 'lost');
  }
  const paidAt = new Date(world.now.getTime() + 1_000);
  const updates = sayings.map(({ attempt, transaction, proof }): PaymentUpdate => ({
    reference: world.attempts[attempt]?.reference ?? `A-UNKNOWN-${base}`,
    source: 'webhook',
    proof: {
      ...proof,
      domain: 'test',
      paidAt,
      providerStatus: proof.status,
      transactionId: transaction === null ? null : String(base + transaction),
    },
  }));
  return { world, updates };
}

/** The books of a world in terms that two worlds share. */
async function books(world: World): Promise<unknown> {
  const references = world.attempts.map(({ reference }) => reference);
  const rows = async (sql: string, values: unknown[]): Promise<unknown[]> =>
    (await database.pool.query<Record<string, unknown>>(sql, values)).rows;
  return {
    payments: await rows(
      `SELECT p.state, p.provider_amount_pesewas, p.provider_currency, p.provider_status, p.next_check_at, p.settled_at,
         p.provider_transaction_id IS NULL AS nameless, r.cause, r.amount_pesewas AS going_back,
         (SELECT json_agg(json_build_array(e.from_state, e.to_state, e.source, e.detail) ORDER BY e.id) FROM payment_events e
          WHERE e.payment_id = p.id AND e.source = 'webhook') AS events
       FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id
       WHERE p.reference = ANY($1) ORDER BY array_position($1, p.reference)`,
      [references],
    ),
    votes: await rows(
      `SELECT v.status, v.counted_at,
         (SELECT json_agg(json_build_array(l.kind, l.votes, l.amount_pesewas, l.channel) ORDER BY l.kind) FROM vote_ledger l
          WHERE l.vote_id = v.id) AS ledger,
         EXISTS (SELECT FROM receipts r WHERE r.vote_id = v.id) AS receipt
       FROM votes v WHERE v.id = ANY($1) ORDER BY array_position($1, v.id)`,
      [world.votes],
    ),
    tally: await rows(
      `SELECT sum(votes) AS votes, sum(transactions) AS transactions, sum(amount_pesewas) AS amount,
         sum(cardinality(phone_digests)) AS phones
       FROM tally_outbox WHERE contest_id = $1`,
      [world.contestId],
    ),
  };
}

it('leaves the books as if each update had been settled by itself', async () => {
  let base = 1_000;
  await fc.assert(
    fc.asyncProperty(fc.array(saying, { minLength: 1, maxLength: 12 }), async (sayings) => {
      const single = await prepare(sayings, (base += 10));
      const grouped = await prepare(sayings, (base += 10));
      const alone = [];
      for (const update of single.updates) {
        alone.push(await confirmationAt(database.pool, () => single.world.now).confirm(update));
      }
      const together = await confirmationAt(database.pool, () => grouped.world.now).confirmTogether(
        grouped.updates,
      );
      const meaning = (settlements: readonly (object | null)[]): unknown[] =>
        settlements.map((one) => one && { ...one, paymentId: '', voteId: '', contestId: '' });
      expect(meaning(together)).toEqual(meaning(alone));
      expect(await books(grouped.world)).toEqual(await books(single.world));
    }),
    { numRuns: RUNS, seed: SEED },
  );
});
