import { sql } from '../../support/builders.js';
import { SimulatorControl } from '../../support/simulator.js';
import { waitFor } from '../../support/wait-for.js';
import type { LiveWorld } from './live-world.js';

const COUNTED = ['COMPLETED', 'DISPUTED'];

/** Each place hears of a count in its own time. */
const WITHIN_MS = 30_000;

/** What must hold on the running platform whatever has happened. @throws Error naming what does not */
export async function checkBooks(world: LiveWorld): Promise<void> {
  await checkVotes(world);
  await checkMoney(world);
  await checkCounts(world);
}

/** One COUNT row per live payment and none without; who paid honestly and kept it so is counted. */
async function checkVotes(world: LiveWorld): Promise<void> {
  const rows = await sql<{
    id: string;
    status: string;
    votes: number;
    net: number;
    live: string[];
    counted: string[];
    attempts: string[];
  }>`SELECT v.id, v.status, v.vote_count AS votes,
       (SELECT coalesce(sum(votes), 0)::int FROM vote_ledger WHERE vote_id = v.id) AS net,
       ARRAY(SELECT id::text FROM payments WHERE vote_id = v.id AND state = ANY(${COUNTED})) AS live,
       ARRAY(SELECT payment_id::text FROM vote_ledger WHERE vote_id = v.id AND kind = 'COUNT') AS counted,
       ARRAY(SELECT reference FROM payments WHERE vote_id = v.id) AS attempts
     FROM votes v WHERE v.contest_id = ${world.contest.id}`;
  for (const vote of rows) {
    const isGone = vote.attempts.some(
      (reference) => world.disputed.has(reference) || world.byHand.refund.has(reference),
    );
    // After the end money may go back without its votes.
    if (world.ended && isGone && vote.status === 'COMPLETED' && !vote.live.length) {
      expectEqual(`votes of ${vote.id} that stay`, vote.net, vote.votes);
      continue;
    }
    const isLive = vote.live.length === 1;
    expectEqual(`live payments of ${vote.id}`, vote.live.length, isLive ? 1 : 0);
    expectEqual(`counted votes of ${vote.id}`, vote.net, isLive ? vote.votes : 0);
    expectEqual(`status of ${vote.id}`, vote.status === 'COMPLETED', isLive);
    if (isLive) expectEqual(`payment of the COUNT row of ${vote.id}`, vote.counted.join(), vote.live.join());
    const honest = vote.attempts.some((reference) => world.honest.has(reference));
    const accepted = vote.attempts.some((reference) => world.byHand.accept.has(reference));
    if (honest && !isGone && !world.deleted && !isLive)
      throw new Error(`${vote.id} was paid and not counted`);
    // A time to come is not believed: such a payment was made when we heard of it.
    const late = vote.attempts.some((reference) => world.late.has(reference));
    if (isLive && !honest && !accepted && !late) throw new Error(`${vote.id} was counted without its money`);
  }
}

/** The provider's ledger = counted + held + refunded, to the pesewa. */
async function checkMoney(world: LiveWorld): Promise<void> {
  const simulator = new SimulatorControl();
  for (const payment of await world.payments()) {
    const { reference, state } = payment;
    if (!world.references.includes(reference)) continue;
    const truth = await simulator.show(reference);
    const kept = COUNTED.includes(state) || state === 'REVIEW';
    expectEqual(
      `money of ${reference} (${state})`,
      truth.balance,
      kept ? (payment.provider_amount_pesewas ?? 0) : 0,
    );
    if (COUNTED.includes(state) && !world.byHand.accept.has(reference))
      expectEqual(`price of ${reference}`, truth.balance, payment.amount_pesewas);
    if (truth.refunds.length > 1) throw new Error(`${reference} was refunded ${truth.refunds.length} times`);
  }
}

/** Ledger = tally, and ledger at the end = public page = socket, for each contestant. */
async function checkCounts(world: LiveWorld): Promise<void> {
  await waitFor(
    async () => {
      const { ledger, atEnd, tally, api, socket } = await world.counts();
      const agree = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
      const shown = world.deleted ? [] : [api, socket];
      if (!agree(tally, ledger) || shown.some((counts) => !agree(counts, atEnd)))
        throw new Error(`${JSON.stringify({ ledger, atEnd, tally, api, socket })}`);
      return true;
    },
    { withinMs: WITHIN_MS, everyMs: 200, what: 'ledger = tally = public page = socket' },
  );
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
}
