import type { PublicContestView } from '@abato/contracts';
import { aContest, aUser, type BuiltContest, closeDatabase, database } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { beginPaid, castPaid, initialize, ledgerOf, stateOf, waitForState } from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';
import { waitFor } from '../support/wait-for.js';

const simulator = new SimulatorControl();
const MINUTE_MS = 60_000;
afterAll(closeDatabase);

/** As if it had ended so long ago, its votes cast and paid before. */
async function end({ id }: BuiltContest, minutesAgo: number): Promise<void> {
  const endedAt = new Date(Date.now() - minutesAgo * MINUTE_MS);
  const before = new Date(endedAt.getTime() - 5 * MINUTE_MS);
  await database().query('UPDATE votes SET created_at = $2 WHERE contest_id = $1', [id, before]);
  await database().query(
    `UPDATE payments SET created_at = $2, paid_at = CASE WHEN paid_at IS NOT NULL THEN $2::timestamptz END WHERE contest_id = $1`,
    [id, before],
  );
  await database().query(
    `UPDATE contests SET status = 'ENDED', start_date = $3, end_date = $2, ended_at = $2 WHERE id = $1`,
    [id, endedAt, new Date(endedAt.getTime() - 24 * 60 * MINUTE_MS)],
  );
}

const isFinal = async ({ id }: BuiltContest): Promise<boolean> =>
  (await new ApiClient().get<PublicContestView>(`/contests/${id}/public`)).data.resultsFinal;

const untilFinal = (contest: BuiltContest): Promise<unknown> =>
  waitFor(() => isFinal(contest), { withinMs: 120_000, what: 'final results' });

describe('the results of a contest', () => {
  it('are final after the grace, when every payment that could be in time has been asked about', async () => {
    const contest = await aContest().active().paid('1.00').save();
    const silent = await castPaid(contest);
    const { reference } = (await initialize(silent, { webhook: 'never' })).data;
    await beginPaid(contest);
    const running = await aContest().active().paid('1.00').save();
    const inGrace = await aContest().active().paid('1.00').save();
    await Promise.all([running, inGrace].map((one) => beginPaid(one)));
    await simulator.complete(reference, 'success', {
      paidAt: new Date(Date.now() - 10 * MINUTE_MS).toISOString(),
    });
    // Nobody would ask for hours.
    await database().query(
      `UPDATE payments SET next_check_at = now() + interval '6 hours' WHERE contest_id = $1 AND state <> 'COMPLETED'`,
      [contest.id],
    );
    await end(inGrace, 8);
    await end(contest, 11);
    await untilFinal(contest);
    expect([await stateOf(reference), await ledgerOf(silent)]).toEqual(['COMPLETED', [1]]);
    expect([await isFinal(running), await isFinal(inGrace)]).toEqual([false, false]);
  }, 300_000);

  it('wait for what a super admin has to decide', async () => {
    const [held, later] = [
      await aContest().active().paid('1.00').save(),
      await aContest().active().paid('1.00').save(),
    ];
    const { reference } = await beginPaid(held);
    await simulator.script(reference, { amount: 50 });
    await simulator.complete(reference);
    await waitForState(reference, 'REVIEW');
    await beginPaid(later);
    await end(held, 12);
    await end(later, 11);
    await untilFinal(later);
    expect(await isFinal(held)).toBe(false);
    const { rows } = await database().query<{ id: string }>('SELECT id FROM payments WHERE reference = $1', [
      reference,
    ]);
    const admin = await aUser().superAdmin().save();
    const accepted = await admin.api.post(`/payments/${rows[0]?.id}/accept`, { reason: 'Agreed by phone' });
    expect(accepted.status).toBe(200);
    await untilFinal(held);
  }, 300_000);
});
