import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSmsTransport } from '@abato/testing/messages';
import type { PaymentProof } from '@abato/paystack';
import type { Environment } from '@abato/platform';
import { RUNNING, SmsStand, TAKEN } from './model/sms-stand.js';
import { World } from './model/world.js';

const sms = new SmsStand();
beforeAll(() => sms.open());
afterAll(() => sms.close());
beforeEach(() => sms.reset());

it('a counted vote is told once, by two workers and a sweep at the same time', async () => {
  const voteId = await sms.counted();
  const [one, other] = [sms.service(), sms.service()];
  await Promise.all([
    one.sendDue(RUNNING),
    other.sendDue(RUNNING),
    one.sendDue(RUNNING),
    other.sendDue(RUNNING),
  ]);
  await one.sendDue(RUNNING);
  const rows = await sms.database.sql<{ code: string; phone: string }>`SELECT r.code, v.voter_phone AS phone
    FROM receipts r JOIN votes v ON v.id = r.vote_id WHERE v.id = ${voteId}`;
  // The provider wants numbers without the plus.
  expect(sms.received.map(({ body }) => body.recipients)).toEqual([[rows[0]?.phone.slice(1)]]);
  expect(sms.received[0]).toMatchObject({
    path: '/api/v2/sms/send',
    key: 'a-key',
    body: { sender: 'Abato' },
  });
  expect(sms.received[0]?.body.message).toBe(
    `Abato: 3 votes for P counted, GHS 3.00. Receipt ${rows[0]?.code}. Check: https://abato.example/r/${rows[0]?.code}`,
  );
  expect(await sms.rowOf(voteId)).toEqual({ status: 'SENT', attempts: 1 });
});

it.each([
  ['no credit', { status: 402, body: '{}' }],
  ['too many', { status: 429, body: '{}' }],
  ['an error with 200', { status: 200, body: '{"status":"error","message":"x"}' }],
])('what was not taken is sent later: %s', async (_, refusal) => {
  const voteId = await sms.counted();
  sms.answer = refusal;
  await expect(sms.service().sendDue(RUNNING)).rejects.toThrow('not sent (later)');
  expect(await sms.rowOf(voteId)).toEqual({ status: 'DUE', attempts: 1 });
  sms.answer = TAKEN;
  // Not at once.
  await sms.service().sendDue(RUNNING);
  expect(sms.received).toHaveLength(1);
  sms.pass(61_000);
  await sms.service().sendDue(RUNNING);
  expect(await sms.rowOf(voteId)).toEqual({ status: 'SENT', attempts: 2 });
});

it('while the provider is out one receipt at a time is tried; the others are sent when it is back', async () => {
  const sender = sms.service();
  const first = await sms.counted();
  sms.answer = { status: 503, body: '' };
  await expect(sender.sendDue(RUNNING)).rejects.toThrow('not sent (later)');
  const others = [await sms.counted(), await sms.counted(), await sms.counted()];
  await sender.sendDue(RUNNING);
  expect(sms.received).toHaveLength(1);
  sms.pass(5_000);
  // By a job and by a sweep: only one of them asks, and what the other has taken keeps its try.
  await Promise.allSettled([sender.sendDue(RUNNING), sender.sendDue(RUNNING)]);
  expect(sms.received).toHaveLength(2);
  const tries = await Promise.all(others.map(async (id) => (await sms.rowOf(id))?.attempts));
  expect(tries.sort()).toEqual([0, 0, 1]);
  sms.answer = TAKEN;
  sms.pass(121_000);
  await sender.sendDue(RUNNING);
  for (const id of [first, ...others]) expect((await sms.rowOf(id))?.status).toBe('SENT');
});

it.each([
  ['a lost answer', { status: 200, body: '', drop: true }],
  ['an error of the provider', { status: 500, body: '{}' }],
])('what may have been taken is never sent again: %s', async (_, lost) => {
  const voteId = await sms.counted();
  sms.answer = lost;
  await expect(sms.service().sendDue(RUNNING)).rejects.toThrow('unsure');
  sms.answer = TAKEN;
  sms.pass(24 * 3_600_000);
  await sms.service().sendDue(RUNNING);
  expect(sms.received).toHaveLength(1);
  expect(await sms.rowOf(voteId)).toEqual({ status: 'UNSURE', attempts: 1 });
});

it('a worker that died while handing it over leaves it unsure, not due', async () => {
  const voteId = await sms.counted();
  await sms.database.sql`UPDATE sms_outbox
    SET status = 'SENDING', attempts = 1, next_attempt_at = ${new Date(sms.now.getTime() - 1)}
    WHERE vote_id = ${voteId}`;
  await sms.service().sendDue(RUNNING);
  expect(sms.received).toEqual([]);
  expect((await sms.rowOf(voteId))?.status).toBe('UNSURE');
});

it('a refused number and an erased voter are given up', async () => {
  const [wrong, erased] = [await sms.counted(), await sms.counted()];
  sms.answer = { status: 422, body: '{}' };
  await sms.database.sql`UPDATE votes SET voter_phone = NULL WHERE id = ${erased}`;
  await expect(sms.service().sendDue(RUNNING)).rejects.toThrow('refused');
  expect([(await sms.rowOf(wrong))?.status, (await sms.rowOf(erased))?.status]).toEqual([
    'GIVEN_UP',
    'GIVEN_UP',
  ]);
  expect(sms.received).toHaveLength(1);
});

it('a worker told to stop takes no more receipts; they stay due for another', async () => {
  const voteId = await sms.counted();
  await sms.service().sendDue(AbortSignal.abort());
  expect(sms.received).toEqual([]);
  expect((await sms.rowOf(voteId))?.status).toBe('DUE');
  await sms.service().sendDue(RUNNING);
  expect(sms.received).toHaveLength(1);
});

it('a receipt says what was booked, which may be less than what was asked', async () => {
  const world = new World(sms.database.pool, sms.database.owner);
  await world.create();
  const reference = await world.castAndBegin(5);
  const proof = {
    status: 'success',
    amount: 300,
    currency: 'GHS',
    domain: 'test',
    paidAt: world.now,
  } as const;
  await world.confirm({ reference, proof, source: 'verify' });
  const actor = { userId: world.contestId, reason: 'by hand' };
  await world.confirm({ reference, proof: { status: 'accepted' }, source: 'manual', actor });
  await sms.service().sendDue(RUNNING);
  expect(sms.received.map(({ body }) => body.message)).toEqual([
    expect.stringContaining('5 votes for P counted, GHS 3.00.'),
  ]);
});

it.each([
  ['the money', 300],
  ['a part of it', 100],
])('a receipt is given up when %s went back before it was taken', async (_, amount) => {
  const { world, voteId, reference } = await sms.paid();
  sms.answer = { status: 402, body: '{}' };
  await expect(sms.service().sendDue(RUNNING)).rejects.toThrow('not sent (later)');
  const back = { source: 'REFUND', id: `82${amount}` } as const;
  await world.confirm({
    reference,
    proof: { status: 'reversed', amount, takenAmount: 300, back },
    source: 'refund',
  });
  sms.answer = TAKEN;
  sms.received.length = 0;
  sms.pass(61_000);
  await sms.service().sendDue(RUNNING);
  expect(sms.received.map(({ body }) => body.message)).toEqual([expect.stringContaining('refunded')]);
  expect(await sms.rowOf(voteId)).toEqual({ status: 'GIVEN_UP', attempts: 1 });
});

it('a receipt is given up and not called sent when receipts are switched off', async () => {
  const voteId = await sms.counted();
  await sms.service({ SMS_API_KEY: 'none' }).sendDue(RUNNING);
  expect(sms.received).toEqual([]);
  expect(await sms.rowOf(voteId)).toEqual({ status: 'GIVEN_UP', attempts: 1 });
});

it('without a provider texts go into a file, also when its folder was taken away meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'abato-sms-'));
  const { send } = createSmsTransport({ DATA_DIR: folder, SMS_SENDER: 'Abato' } as Environment, sms.clock);
  const message = { phone: '+233241234567', text: 'Receipt' };
  expect(await Promise.all([send(message), send(message)])).toEqual([{ kind: 'sent' }, { kind: 'sent' }]);
  await rm(join(folder, 'sms'), { recursive: true });
  expect(await send(message)).toEqual({ kind: 'sent' });
  const [file] = await readdir(join(folder, 'sms'));
  expect((await stat(join(folder, 'sms', file ?? ''))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, 'sms', file ?? ''), 'utf8')).toContain('To: +233241234567\nReceipt');
  await rm(folder, { recursive: true });
});

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
  await sms.database.sql`UPDATE payments SET phone_number = '+233209998877' WHERE reference = ${reference}`;
  const delayed: { to: string[]; message: string }[] = [];
  for (let times = 0; times < 2; times++) {
    for (const status of ['refund-ordered', 'refund-sent', 'refund-stuck'] as const)
      await step(payment, status);
    await texts();
    delayed.push(...sms.received.map(({ body }) => ({ to: body.recipients, message: body.message })));
  }
  const rows = await sms.database.sql<{ phone: string }>`SELECT phone_number AS phone FROM payments
    WHERE reference = ${reference}`;
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
  const rows = await sms.database.sql<{ attempts: number; status: string }>`SELECT m.attempts, m.status
    FROM payer_messages m JOIN payments p ON p.id = m.payment_id WHERE p.reference = ${payment.reference}`;
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
  await sms.database.sql`UPDATE votes SET voter_phone = NULL WHERE id = ${payment.voteId}`;
  await sms.database.sql`UPDATE payments SET phone_number = NULL WHERE vote_id = ${payment.voteId}`;
  for (const status of ['refund-ordered', 'refund-sent'] as const) await step(payment, status);
  await step(payment, 'reversed', { amount: 300 });
  expect(await texts()).toEqual([]);
  const rows = await sms.database.sql<{ status: string; due: Date | null }>`
    SELECT m.status, m.next_attempt_at AS due FROM payer_messages m JOIN payments p ON p.id = m.payment_id
     WHERE p.reference = ${payment.reference}`;
  expect(rows).toEqual([{ status: 'GIVEN_UP', due: null }]);
});
