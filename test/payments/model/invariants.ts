import type pg from 'pg';
import { checkHostSums } from './host-sums.js';
import { checkJournal } from './journal.js';
import { checkSettlements } from './settled.js';
import { checkSplit } from './terms.js';
import type { World } from './world.js';

interface PaymentRow {
  id: string;
  reference: string;
  vote_id: string;
  state: string;
  amount_pesewas: number;
  provider_amount_pesewas: number | null;
  returned_pesewas: number;
  fees_pesewas: number | null;
}

const COUNTED = ['COMPLETED', 'DISPUTED'];

/** What must hold whatever has happened. @throws Error naming what does not */
export async function check(world: World, pool: pg.Pool): Promise<void> {
  const payments = await rows<PaymentRow>(pool, 'SELECT * FROM payments WHERE contest_id = $1', world);
  const ledger = await rows<{
    vote_id: string;
    kind: string;
    votes: number;
    amount_pesewas: number;
    payment_id: string;
  }>(pool, 'SELECT * FROM vote_ledger WHERE contest_id = $1', world);
  const votes = await rows<{ id: string; status: string; vote_count: number; amount_pesewas: number }>(
    pool,
    'SELECT * FROM votes WHERE contest_id = $1',
    world,
  );
  for (const vote of votes) {
    const { votes: cast, amount } = world.castFor.get(vote.id) ?? {};
    expectEqual(
      `snapshot of ${vote.id}`,
      `${vote.vote_count} for ${vote.amount_pesewas}`,
      `${cast} for ${amount}`,
    );
    const own = payments.filter((payment) => payment.vote_id === vote.id);
    for (const { amount_pesewas: asked } of own) expectEqual(`amount asked for ${vote.id}`, asked, amount);
    const live = own.filter((payment) => COUNTED.includes(payment.state));
    const entries = ledger.filter((entry) => entry.vote_id === vote.id);
    const net = entries.reduce((sum, entry) => sum + entry.votes, 0);
    const count = entries.find((entry) => entry.kind === 'COUNT');
    const stays = vote.status === 'COMPLETED' && !live.length && world.now >= world.end;
    expectEqual(`live successes of ${vote.id}`, live.length, vote.status === 'COMPLETED' && !stays ? 1 : 0);
    const left = live[0] ? votesLeft(vote.vote_count, live[0]) : 0;
    checkCounted(world, { id: vote.id, net, left, stays, references: own.map(({ reference }) => reference) });
    if (live.length) expectEqual(`payment of the COUNT row of ${vote.id}`, count?.payment_id, live[0]?.id);
    checkRightful(world, vote.id, Boolean(count));
  }
  for (const { reference } of world.attempts) {
    const { asked, split } = world.provider.find(reference);
    checkSplit(world.terms, asked, split);
    checkMoney(
      world,
      reference,
      payments.find((payment) => payment.reference === reference),
    );
  }
  checkTotals(world, payments);
  checkLedger(world, payments, ledger);
  await checkTallies(world, pool, ledger);
  await checkJournal(world, pool, payments);
  await checkHostSums(pool, world.hostId);
  await checkSettlements(world, pool, payments);
}

/**
 * Final results are changed by no money. Before, votes follow the money, but not where a person gives it back after the end.
 * @param vote.left votes by the money that is left
 */
function checkCounted(
  world: World,
  vote: { id: string; net: number; left: number; stays: boolean; references: string[] },
): void {
  const { id, net, left, stays, references } = vote;
  if (world.frozen) return expectEqual(`final votes of ${id}`, net, world.frozen.get(id) ?? 0);
  const gaveBack = references.some((reference) => world.stayed.has(reference));
  if (stays && !gaveBack) throw new Error(`votes of ${id} stay without their money`);
  if (gaveBack ? net < left : net !== left)
    throw new Error(`counted votes of ${id}: ${net} instead of ${left}`);
}

/** Whole votes go back in proportion to the money, rounded down, in the payer's favour. */
function votesLeft(votes: number, payment: PaymentRow): number {
  const taken = payment.provider_amount_pesewas ?? payment.amount_pesewas;
  return votes - Math.floor((votes * payment.returned_pesewas) / taken);
}

/** What is left of a payment's money by our books, in pesewas. */
function leftOf(payment: PaymentRow): number {
  // A refund that failed leaves its money at the provider until a person decides.
  const kept = [...COUNTED, 'REVIEW', 'REFUND_ATTENTION'].includes(payment.state);
  return kept ? (payment.provider_amount_pesewas ?? 0) - payment.returned_pesewas : 0;
}

/**
 * The provider's money = counted + held, to the pesewa: everything else has gone back, or a super admin has said that the payer has it back
 * in another way.
 */
function checkTotals(world: World, payments: PaymentRow[]): void {
  const kept = payments.reduce((sum, payment) => sum + leftOf(payment), 0);
  const atProvider = [...world.provider.transactions.values()].reduce(
    (sum, { paid, givenBack }) => sum + paid - givenBack,
    0,
  );
  const byHand = [...world.returns.byHand.values()].reduce((sum, amount) => sum + amount, 0);
  expectLeft('money at the provider', atProvider, kept, byHand);
}

/** The books say of every counted payment what the provider took for it; another currency is no cedis. */
function checkLedger(
  world: World,
  payments: PaymentRow[],
  ledger: { kind: string; payment_id: string; amount_pesewas: number }[],
): void {
  for (const entry of ledger.filter(({ kind }) => kind === 'COUNT')) {
    const reference = payments.find(({ id }) => id === entry.payment_id)?.reference ?? '';
    const { paid, currency } = world.provider.find(reference);
    expectEqual(`booked amount of ${reference}`, entry.amount_pesewas, currency === 'GHS' ? paid : 0);
    const payment = payments.find(({ id }) => id === entry.payment_id);
    if (!payment || !COUNTED.includes(payment.state) || currency !== 'GHS') continue;
    const rows = ledger.filter(({ payment_id: id }) => id === entry.payment_id);
    const left = rows.reduce((sum, row) => sum + row.amount_pesewas, 0);
    expectEqual(`booked money left of ${reference}`, left, leftOf(payment));
  }
}

/** A vote is counted when, and only when, its price was really paid in time or a super admin accepted what was paid. */
function checkRightful(world: World, voteId: string, counted: boolean): void {
  const attempts = world.attempts
    .filter((attempt) => attempt.voteId === voteId && attempt.begunAt <= world.end)
    .map((attempt) => ({ ...world.provider.find(attempt.reference), flow: attempt.flow }));
  const inTime = attempts.filter(
    ({ paidAt, flow }) => paidAt && +paidAt <= +world.end + (flow === 'CHARGE' ? 60_000 : 0),
  );
  const paid = inTime.filter(
    (transaction) => transaction.paid === transaction.asked && transaction.currency === 'GHS',
  );
  const accepted = inTime.filter(({ reference }) => world.accepted.has(reference));
  // Once money for a vote was taken back, the vote stays uncounted and every other payment for it is given back.
  const troubled = [...paid, ...accepted].some(
    ({ reference, givenBack }) =>
      givenBack > 0 || world.ordered.has(reference) || world.returns.byHand.has(reference),
  );
  if (counted && paid.length + accepted.length === 0)
    throw new Error(`vote ${voteId} was counted without its money`);
  if (!counted && paid.length > 0 && !troubled && !world.archived)
    throw new Error(`vote ${voteId} was paid and not counted`);
}

/** The provider's money = completed + held, per payment; nothing paid is left unwatched, nothing goes back twice. */
function checkMoney(world: World, reference: string, payment: PaymentRow | undefined): void {
  const transaction = world.provider.find(reference);
  const left = transaction.paid - transaction.givenBack;
  if (!payment) throw new Error(`the provider has money for an unknown ${reference}`);
  if (left < 0) throw new Error(`${reference}: more went back than was paid`);
  const { state } = payment;
  const { refunds, disputes, lost } = transaction;
  // What went back a second time is in the books beyond what was taken.
  if (lost > 0 && !world.returns.byHand.has(reference))
    expectEqual(`all that went back of ${reference}`, payment.returned_pesewas, transaction.givenBack + lost);
  const hindered =
    refunds.some(({ status }) => status === 'failed') ||
    disputes.some(({ resolution }) => resolution === 'merchant-accepted');
  if (state === 'REFUND_ATTENTION' && !hindered)
    throw new Error(`money left on ${reference}: no refund failed, and none is asked for`);
  const byHand = world.returns.byHand.get(reference) ?? 0;
  const name = COUNTED.includes(state)
    ? `money of the counted ${reference}`
    : `money left on ${reference} (${state})`;
  expectLeft(name, left, leftOf(payment), byHand);
  const taken = world.accepted.has(reference) ? transaction.paid : payment.amount_pesewas;
  if (COUNTED.includes(state))
    expectEqual(`price of the counted ${reference}`, payment.provider_amount_pesewas, taken);
}

/** Ledger = tally. */
async function checkTallies(
  world: World,
  pool: pg.Pool,
  ledger: { votes: number; amount_pesewas: number }[],
): Promise<void> {
  const sum = (key: 'votes' | 'amount_pesewas') => ledger.reduce((total, row) => total + row[key], 0);
  const [tally] = await rows<{ votes: number; amount_pesewas: number }>(
    pool,
    'SELECT * FROM contest_tallies WHERE contest_id = $1',
    world,
  );
  expectEqual('votes of the tally', tally?.votes ?? 0, sum('votes'));
  expectEqual('money of the tally', tally?.amount_pesewas ?? 0, sum('amount_pesewas'));
}

async function rows<R extends pg.QueryResultRow>(pool: pg.Pool, sql: string, world: World): Promise<R[]> {
  return (await pool.query<R>(sql, [world.contestId])).rows;
}

/** What a payer has back by a super admin's word may be at the provider still, or have gone back twice; nothing else may differ. */
function expectLeft(what: string, actual: number, expected: number, byHand: number): void {
  if (actual < expected || actual > expected + byHand)
    throw new Error(`${what}: ${actual} instead of ${expected}${byHand ? `, up to ${byHand} more` : ''}`);
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
}
