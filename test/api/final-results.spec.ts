import { type Socket } from 'socket.io-client';
import type { ContestAudit, ContestMonitor, ContestTally, PublicContestSummary } from '@abato/contracts';
import { aContest, aUser, type BuiltContest, sql, withOwner } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import {
  beginPaid,
  castPaid,
  initialize,
  ledgerOf,
  paymentIdOf,
  publicContest,
  publicTotal,
  stateOf,
  waitForState,
} from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';
import { connectSocket } from '../support/sockets.js';
import { freeContest, verifyWithTotals } from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

const simulator = new SimulatorControl();
const MINUTE_MS = 60_000;

/** Every message of one kind that a connection gets, as it watches a contest. */
async function watching<T>(
  contestId: string,
  what: { watch: string; event: string; token?: string },
): Promise<T[]> {
  const socket: Socket = await connectSocket({ token: what.token });
  const seen: T[] = [];
  socket.on(what.event, (message: T) => seen.push(message));
  expect(await socket.emitWithAck(what.watch, { contestId })).toMatchObject({ ok: true });
  return seen;
}

/** As if it had ended so long ago, its votes cast and paid before. */
async function end({ id }: BuiltContest, minutesAgo: number): Promise<void> {
  const endedAt = new Date(Date.now() - minutesAgo * MINUTE_MS);
  const before = new Date(endedAt.getTime() - 5 * MINUTE_MS);
  await sql`UPDATE votes SET created_at = ${before} WHERE contest_id = ${id}`;
  await sql`UPDATE payments SET created_at = ${before}::timestamptz,
    paid_at = CASE WHEN paid_at IS NOT NULL THEN ${before}::timestamptz END WHERE contest_id = ${id}`;
  await sql`UPDATE contests SET status = 'ENDED',
    start_date = ${new Date(endedAt.getTime() - 24 * 60 * MINUTE_MS)}, end_date = ${endedAt},
    ended_at = ${endedAt} WHERE id = ${id}`;
}

const isFinal = async ({ id }: BuiltContest): Promise<boolean> => (await publicContest({ id })).resultsFinal;

const untilFinal = (contest: BuiltContest): Promise<unknown> =>
  waitFor(() => isFinal(contest), { withinMs: 120_000, what: 'final results' });

it('the public counts between the end and final results stay as they were at the end, while the owner sees payments that are confirmed; final results include these', async () => {
  const { owner, contest } = await withOwner(aContest().paid('1.00').withContestants(2));
  const { token } = owner;
  const viewer = await watching<ContestTally>(contest.id, { watch: 'contest:watch', event: 'contest:tally' });
  const monitor = { watch: 'contest:monitor', event: 'contest:monitor', token };
  const organiser = await watching<ContestMonitor>(contest.id, monitor);
  const before = await beginPaid(contest);
  await simulator.complete(before.reference);
  await waitFor(() => viewer.at(-1)?.totalVotes === 1);
  const unpaid = await castPaid(contest, { voteCount: 501 });
  const begun = await beginPaid(contest, { voteCount: 3 });
  const paidAt = new Date().toISOString();
  // Something to be decided: else results would be final as soon as the last payment is confirmed.
  await sql`INSERT INTO held_votes (vote_id, contest_id, votes, reason, held_at)
      VALUES (gen_random_uuid(), ${contest.id}, 1, 'SERVER_NETWORK', now())`;
  expect(await publicContest(contest)).toMatchObject({ provisional: false, paymentsWaiting: null });

  expect((await owner.api.put(`/contests/${contest.id}`, { status: 'ENDED' })).status).toBe(200);
  expect(await initialize(unpaid)).toMatchObject({ status: 409, code: 'CONTEST_ENDED' });
  await waitFor(async () => (await publicContest(contest)).paymentsWaiting === 1);
  const { version } = await publicContest(contest);
  await simulator.complete(begun.reference, 'success', { paidAt });
  await waitForState(begun.reference, 'COMPLETED');
  await waitFor(() => organiser.at(-1)?.totalVotes === 4);
  // Not even the version tells of a payment.
  expect(await publicContest(contest)).toMatchObject({
    provisional: true,
    totalVotes: 1,
    _count: { votes: 1 },
    version,
  });
  const listed = await new ApiClient().get<PublicContestSummary[]>(
    `/contests/public?search=${encodeURIComponent(contest.title)}`,
  );
  expect(listed.data.find(({ id }) => id === contest.id)?._count.votes).toBe(1);
  await waitFor(async () => (await publicContest(contest)).paymentsWaiting === 0);
  // A page that is built anew by now, and not kept from before the payment, says the same.
  expect(await publicContest(contest)).toMatchObject({ provisional: true, totalVotes: 1, version });
  // A viewer who comes only now, and one who was there: neither hears of what is being confirmed.
  const newcomer = await watching<ContestTally>(contest.id, {
    watch: 'contest:watch',
    event: 'contest:tally',
  });
  await waitFor(() => newcomer.length > 0);
  expect([...viewer, ...newcomer].filter(({ totalVotes }) => totalVotes > 1)).toEqual([]);
  // Nor does the public log tell: when a vote of now is in its log, the earlier payment would be in this one.
  await freeContest(1);
  const logged = (votes: number) => ({ code: 0, out: expect.stringContaining(`${votes} votes, root `) });
  expect(await verifyWithTotals(contest)).toMatchObject(logged(1));

  await sql`UPDATE held_votes SET decision = 'REJECTED', decided_at = now() WHERE contest_id = ${contest.id}`;
  await end(contest, 11);
  await untilFinal(contest);
  expect(await publicContest(contest)).toMatchObject({
    provisional: false,
    paymentsWaiting: null,
    totalVotes: 4,
  });
  await waitFor(() => viewer.at(-1)?.totalVotes === 4 && newcomer.at(-1)?.totalVotes === 4);
  expect(await publicTotal(contest.id)).toBe(4);
  await waitFor(async () => (await verifyWithTotals(contest)).out.includes('4 votes, root '));
  expect(await verifyWithTotals(contest)).toMatchObject(logged(4));
  const { data: audit } = await new ApiClient().get<ContestAudit>(`/contests/${contest.id}/audit`);
  expect(audit.payments?.counted).toEqual({ payments: 2, amount: 4 });
});

it('the results of a contest are final when every payment that could be in time has been asked about', async () => {
  const contest = await aContest().paid('1.00').save();
  const silent = await castPaid(contest);
  const { reference } = (await initialize(silent, { webhook: 'never' })).data;
  await beginPaid(contest);
  const running = await aContest().paid('1.00').save();
  await beginPaid(running);
  await simulator.complete(reference, 'success', {
    paidAt: new Date(Date.now() - 12 * MINUTE_MS).toISOString(),
  });
  // Nobody would ask for hours.
  await sql`UPDATE payments SET next_check_at = now() + interval '6 hours' WHERE contest_id = ${contest.id}
      AND state <> 'COMPLETED'`;
  await end(contest, 11);
  await untilFinal(contest);
  expect([await stateOf(reference), await ledgerOf(silent)]).toEqual(['COMPLETED', [1]]);
  expect(await isFinal(running)).toBe(false);
});

it('the results of a contest wait for what a super admin has to decide', async () => {
  const [held, later] = [await aContest().paid('1.00').save(), await aContest().paid('1.00').save()];
  const { reference } = await beginPaid(held);
  await simulator.script(reference, { amount: 50 });
  await simulator.complete(reference);
  await waitForState(reference, 'REVIEW');
  await beginPaid(later);
  await end(held, 12);
  await end(later, 11);
  await untilFinal(later);
  expect(await isFinal(held)).toBe(false);
  const id = await paymentIdOf(reference);
  const admin = await aUser().superAdmin().save();
  const accepted = await admin.api.post(`/payments/${id}/accept`, { reason: 'Agreed by phone' });
  expect(accepted.status).toBe(200);
  await untilFinal(held);
});
