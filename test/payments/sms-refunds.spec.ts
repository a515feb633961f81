import type { PaymentProof } from '@abato/paystack';
import { RUNNING, SmsStand, TAKEN } from './model/sms-stand.js';

const sms = new SmsStand();
beforeAll(() => sms.open());
afterAll(() => sms.close());
beforeEach(() => sms.reset());

const step = (
  { world, reference }: Awaited<ReturnType<typeof sms.paid>>,
  status: PaymentProof['status'],
  proof: Partial<PaymentProof> = {},
) =>
  world.confirm({
    reference,
    proof: { status, ...proof },
    source: 'refund',
    actor: { userId: world.contestId, reason: 'asked for' },
  });
const texts = async (): Promise<string[]> => {
  sms.received.length = 0;
  await sms.service().sendDue(RUNNING);
  return sms.received.map(({ body }) => body.message);
};

it('a payer is told once that a refund is delayed, and once that the money went back', async () => {
  const payment = await sms.paid();
  await texts();
  const { reference } = payment;
  // Another phone paid than the one that the vote names.
  await sms.database.owner.query(`UPDATE payments SET phone_number = '+233209998877' WHERE reference = $1`, [
    reference,
  ]);
  const delayed: { to: string[]; message: string }[] = [];
  for (let times = 0; times < 2; times++) {
    for (const status of ['refund-ordered', 'refund-sent', 'refund-stuck'] as const)
      await step(payment, status);
    await texts();
    delayed.push(...sms.received.map(({ body }) => ({ to: body.recipients, message: body.message })));
  }
  const { rows } = await sms.database.pool.query<{ phone: string }>(
    'SELECT phone_number AS phone FROM payments WHERE reference = $1',
    [reference],
  );
  expect(delayed).toEqual([
    {
      to: [rows[0]?.phone.slice(1)],
      message: `Abato: your refund of GHS 3.00 is delayed. We are working on it, you need not do anything. Payment ${reference}`,
    },
  ]);
  for (let times = 0; times < 2; times++) await step(payment, 'reversed', { amount: 300 });
  const [text, ...others] = await texts();
  expect([text, others]).toEqual([
    `Abato: GHS 3.00 of your payment was refunded. It may take some days to arrive. Payment ${reference}`,
    [],
  ]);
  expect(text?.length).toBeLessThanOrEqual(160);
});

it('a payer is told of each partial refund once, and not of what the bank took back', async () => {
  const payment = await sms.paid();
  await texts();
  const part = (id: string) =>
    step(payment, 'reversed', { amount: 100, takenAmount: 300, back: { source: 'REFUND', id } });
  for (const id of ['811', '812', '811']) await part(id);
  expect(await texts()).toHaveLength(2);
  const other = await sms.paid();
  await texts();
  await step(other, 'reversed', { amount: 100, takenAmount: 300, back: { source: 'DISPUTE', id: '813' } });
  expect(await texts()).toEqual([]);
});

it('a message that finds another one asking whether the provider is back keeps its try', async () => {
  const sender = sms.service();
  const payment = await sms.paid();
  await texts();
  const receipt = await sms.counted();
  sms.answer = { status: 503, body: '' };
  await expect(sender.sendDue(RUNNING)).rejects.toThrow('not sent (later)');
  // Both tables have a message, and both are told that there is room for one.
  const back = { source: 'REFUND', id: '911' } as const;
  await step(payment, 'reversed', { amount: 100, takenAmount: 300, back });
  sms.pass(61_000);
  sms.received.length = 0;
  await expect(sender.sendDue(RUNNING)).rejects.toThrow('not sent (later)');
  expect(sms.received).toHaveLength(1);
  const { rows } = await sms.database.pool.query<{ attempts: number; status: string }>(
    `SELECT m.attempts, m.status FROM payer_messages m JOIN payments p ON p.id = m.payment_id WHERE p.reference = $1`,
    [payment.reference],
  );
  const tries = [(await sms.rowOf(receipt))?.attempts, rows[0]?.attempts];
  expect([
    [1, 1],
    [2, 0],
  ]).toContainEqual(tries);
  expect(rows[0]?.status).toBe('DUE');
  sms.answer = TAKEN;
  sms.pass(300_000);
  // The first finds out that the provider is back; what found another one asking is due again a few seconds later.
  await sender.sendDue(RUNNING);
  sms.pass(6_000);
  await sender.sendDue(RUNNING);
  expect((await sms.rowOf(receipt))?.status).toBe('SENT');
});

it('nothing waits for a payer whose number is not known', async () => {
  const payment = await sms.paid();
  await texts();
  await sms.database.owner.query('UPDATE votes SET voter_phone = NULL WHERE id = $1', [payment.voteId]);
  await sms.database.owner.query('UPDATE payments SET phone_number = NULL WHERE vote_id = $1', [
    payment.voteId,
  ]);
  for (const status of ['refund-ordered', 'refund-sent'] as const) await step(payment, status);
  await step(payment, 'reversed', { amount: 300 });
  expect(await texts()).toEqual([]);
  const { rows } = await sms.database.pool.query<{ status: string; due: Date | null }>(
    `SELECT m.status, m.next_attempt_at AS due FROM payer_messages m JOIN payments p ON p.id = m.payment_id
     WHERE p.reference = $1`,
    [payment.reference],
  );
  expect(rows).toEqual([{ status: 'GIVEN_UP', due: null }]);
});
