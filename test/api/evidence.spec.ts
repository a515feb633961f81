import type { PaymentAttention, PaymentEvidence } from '@abato/contracts';
import { aContest, aUser, sql } from '../support/builders.js';
import { beginPaid, waitForState } from '../support/payments.js';
import { SimulatorControl } from '../support/simulator.js';
import { waitFor } from '../support/wait-for.js';

const simulator = new SimulatorControl();
const admin = await aUser().superAdmin().save();

async function idOf(reference: string): Promise<string> {
  const rows = await sql<{ id: string }>`SELECT id FROM payments WHERE reference = ${reference}`;
  return rows[0]?.id ?? '';
}

const VOTER = { voterName: 'Efua', voterEmail: 'efua.mensah@example.com', voterPhone: '+233249876543' };

it('one file holds everything about a disputed payment, with people masked, and notes', async () => {
  const contest = await aContest().active().paid('2.00').save();
  const { voteId, reference } = await beginPaid(contest, { voteCount: 3, ...VOTER });
  await simulator.complete(reference);
  await waitForState(reference, 'COMPLETED');
  await simulator.dispute(reference);
  await waitForState(reference, 'DISPUTED');
  const id = await idOf(reference);
  expect((await admin.api.post(`/payments/${id}/notes`, { note: ' ' })).status).toBe(400);
  expect((await admin.api.post(`/payments/${id}/notes`, { note: 'The bank asks for proof' })).status).toBe(
    200,
  );
  await waitFor(async () => {
    const rows = await sql<{ status: string }>`SELECT status FROM sms_outbox WHERE vote_id = ${voteId}`;
    return rows[0]?.status === 'SENT';
  });

  const answer = await admin.api.get<PaymentEvidence>(`/payments/${id}/evidence`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="evidence-${reference}.json"`);
  const { data } = answer;
  expect(data.payment).toMatchObject({
    reference,
    state: 'DISPUTED',
    amount: 6,
    takenAmount: 6,
    takenCurrency: 'GHS',
    phoneNumber: '+233 24 *** **43',
    providerTransactionId: expect.stringMatching(/^\d+$/) as string,
  });
  expect(data.vote).toMatchObject({
    id: voteId,
    contest: contest.title,
    contestant: contest.contestant.name,
    voteCount: 3,
    voterPhone: '+233 24 *** **43',
    voterEmail: 'e***@example.com',
    status: 'COMPLETED',
  });
  expect(data.receipt).toMatchObject({
    code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) as string,
    sms: 'SENT',
  });
  expect(data.history.map(({ to }) => to)).toEqual(
    expect.arrayContaining(['CREATED', 'INITIALIZED', 'COMPLETED', 'DISPUTED']),
  );
  expect(data.providerEvents.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['charge.success', 'charge.dispute.create']),
  );
  expect(data.ledger).toEqual([{ kind: 'COUNT', votes: 3, amount: 6, at: expect.any(String) as string }]);
  expect(data.notes).toEqual([
    { at: expect.any(String) as string, action: 'payment.note', text: 'The bank asks for proof' },
  ]);
  // Nothing in the file says who the voter is.
  expect(JSON.stringify(data)).not.toMatch(/9876543|efua\.mensah|authorization_url|checkout\//);

  const rows = await sql<{ action: string }>`SELECT action FROM audit_log WHERE subject_id = ${id}
    ORDER BY id`;
  expect(rows.map(({ action }) => action)).toEqual(['payment.note', 'payment.evidence']);
});

it('what waits for a person says why', async () => {
  const contest = await aContest().active().paid('1.00').save();
  const held = async (script: Record<string, unknown>): Promise<string> => {
    const { reference } = await beginPaid(contest);
    await simulator.script(reference, script);
    await simulator.complete(reference);
    await waitForState(reference, 'REVIEW');
    return reference;
  };
  const expected = {
    amount: await held({ amount: 50 }),
    currency: await held({ currency: 'NGN' }),
    account: await held({ domain: 'live' }),
  };
  const { data } = await admin.api.get<PaymentAttention[]>('/payments/attention');
  for (const [reason, reference] of Object.entries(expected)) {
    expect(data.find((payment) => payment.reference === reference)).toMatchObject({
      reason,
      contestantName: contest.contestant.name,
      voteCount: 1,
      notes: 0,
    });
  }
});

it('an unknown payment has neither notes nor evidence', async () => {
  const nobody = '019aa000-0000-7000-8000-000000000000';
  expect((await admin.api.get(`/payments/${nobody}/evidence`)).code).toBe('PAYMENT_NOT_FOUND');
  expect((await admin.api.post(`/payments/${nobody}/notes`, { note: 'x' })).code).toBe('PAYMENT_NOT_FOUND');
});
