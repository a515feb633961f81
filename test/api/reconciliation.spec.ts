import type { ReconciliationView } from '@abato/contracts';
import { aContest, aUser, sql } from '../support/builders.js';
import { beginPaid, initialize, verify, waitForState } from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';

const simulator = new SimulatorControl();

it('a contest’s books against the provider’s money agree to the pesewa: counted, held, refunded, reversed', async () => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().paid('1.00').save();
  const pay = async (state: string, script: Record<string, unknown> = {}) => {
    const begun = await beginPaid(contest, { voteCount: 2 });
    await simulator.script(begun.reference, script);
    await simulator.complete(begun.reference);
    await waitForState(begun.reference, state);
    return begun;
  };
  await pay('COMPLETED');
  await pay('REVIEW', { amount: 150 });
  await pay('REVIEW', { currency: 'NGN' });
  const disputed = await pay('COMPLETED');
  await simulator.dispute(disputed.reference);
  await waitForState(disputed.reference, 'DISPUTED');
  await simulator.dispute(disputed.reference, { action: 'resolve' });
  await waitForState(disputed.reference, 'REVERSED');
  const { voteId, reference: older } = await beginPaid(contest, { voteCount: 2 });
  await simulator.complete(older, 'failed');
  await verify(older);
  const newer = (await initialize(voteId)).data.reference;
  await simulator.complete(newer);
  await waitForState(newer, 'COMPLETED');
  await simulator.complete(older);
  await waitForState(older, 'REFUNDED');
  await beginPaid(contest);

  const { data } = await owner.api.get<ReconciliationView>(`/payments/contest/${contest.id}/reconciliation`);
  expect(data).toMatchObject({
    taken: 9.5,
    counted: 4,
    held: 1.5,
    refunded: 2,
    reversed: 2,
    returning: 0,
    difference: 0,
    undecided: 1,
  });
  expect(data.classes.find((one) => one.class === 'held')).toMatchObject({ payments: 2, amount: 1.5 });

  const stranger = await aUser().save();
  expect((await stranger.api.get(`/payments/contest/${contest.id}/reconciliation`)).code).toBe(
    'CONTEST_NOT_FOUND',
  );
  const admin = await aUser().superAdmin().save();
  expect((await admin.api.get(`/payments/contest/${contest.id}/reconciliation`)).status).toBe(200);

  // A payment that nobody could ask about for a while: the sums say so instead of looking complete.
  await sql`UPDATE payments SET next_check_at = now() - interval '1 hour',
       check_started_at = now() + interval '1 hour'
       WHERE contest_id = ${contest.id} AND state = 'INITIALIZED'`;
  const late = await owner.api.get<ReconciliationView>(`/payments/contest/${contest.id}/reconciliation`);
  expect(late.data.incomplete).toBe(true);
});
