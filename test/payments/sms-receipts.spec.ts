import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { createSmsTransport, SmsService } from '@abato/messages';
import type { PaymentProof } from '@abato/payments';
import { createLogger, type Environment } from '@abato/platform';
import { createModelDatabase, type ModelDatabase } from './model/database.js';
import { World } from './model/world.js';

interface Received {
  path: string | undefined;
  key: string | undefined;
  body: { sender: string; message: string; recipients: string[] };
}

/** The SMS provider as far as its documentation goes; what it answers is the test's business. */
let server: Server;
let database: ModelDatabase;
let answer: { status: number; body: string; drop?: boolean };
const received: Received[] = [];
let now = new Date('2026-11-21T12:00:00Z');
const clock = { now: () => now };
/** The signal of a worker that does not stop. */
const running = new AbortController().signal;

beforeAll(async () => {
  database = await createModelDatabase();
  server = createServer((request, response) => {
    void read(request).then((text) => {
      const key = request.headers['api-key'] as string | undefined;
      received.push({ path: request.url, key, body: JSON.parse(text) as Received['body'] });
      if (answer.drop) request.socket.destroy();
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}, 300_000);
afterAll(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  await database?.drop();
});
beforeEach(() => {
  received.length = 0;
  answer = TAKEN;
});

const TAKEN = { status: 200, body: '{"status":"success","data":[{"recipient":"233241234567"}]}' };

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function service(settings: Partial<Environment> = {}): SmsService {
  const { port } = server.address() as AddressInfo;
  const env = {
    SMS_PROVIDER: 'arkesel',
    SMS_API_KEY: 'a-key',
    SMS_BASE_URL: `http://127.0.0.1:${port}`,
    SMS_SENDER: 'Abato',
    DATA_DIR: '/nowhere',
    PUBLIC_URL: 'https://abato.example',
    ...settings,
  } as Environment;
  const log = createLogger('sms', 'silent');
  return new SmsService(database.pool, clock, env, log, createSmsTransport(env, clock), new Registry());
}

/** Three votes that are paid and counted. */
async function paid(): Promise<{ world: World; voteId: string; reference: string }> {
  const world = new World(database.pool, database.owner);
  await world.create();
  await world.cast(3);
  const voteId = world.votes[0] ?? '';
  await world.begin(voteId, 'ok');
  const reference = world.attempts[0]?.reference ?? '';
  world.provider.pay(reference, world.now);
  for (const update of [...world.updatesOf(reference), ...world.updatesOf(reference)])
    await world.settle(update);
  return { world, voteId, reference };
}
const counted = async (): Promise<string> => (await paid()).voteId;

async function rowOf(voteId: string): Promise<{ status: string; attempts: number } | undefined> {
  const { rows } = await database.pool.query<{ status: string; attempts: number }>(
    'SELECT status, attempts FROM sms_outbox WHERE vote_id = $1',
    [voteId],
  );
  return rows[0];
}

it('a counted vote is told once, by two workers and a sweep at the same time', async () => {
  const voteId = await counted();
  const [one, other] = [service(), service()];
  await Promise.all([
    one.sendDue(running),
    other.sendDue(running),
    one.sendDue(running),
    other.sendDue(running),
  ]);
  await one.sendDue(running);
  const { rows } = await database.pool.query<{ code: string; phone: string }>(
    'SELECT r.code, v.voter_phone AS phone FROM receipts r JOIN votes v ON v.id = r.vote_id WHERE v.id = $1',
    [voteId],
  );
  // The provider wants numbers without the plus.
  expect(received.map(({ body }) => body.recipients)).toEqual([[rows[0]?.phone.slice(1)]]);
  expect(received[0]).toMatchObject({ path: '/api/v2/sms/send', key: 'a-key', body: { sender: 'Abato' } });
  expect(received[0]?.body.message).toBe(
    `Abato: 3 votes for P counted, GHS 3.00. Receipt ${rows[0]?.code}. Check: https://abato.example/r/${rows[0]?.code}`,
  );
  expect(await rowOf(voteId)).toEqual({ status: 'SENT', attempts: 1 });
});

it.each([
  ['no credit', { status: 402, body: '{}' }],
  ['too many', { status: 429, body: '{}' }],
  ['an error with 200', { status: 200, body: '{"status":"error","message":"x"}' }],
])('what was not taken is sent later: %s', async (_, refusal) => {
  const voteId = await counted();
  answer = refusal;
  await expect(service().sendDue(running)).rejects.toThrow('not sent (later)');
  expect(await rowOf(voteId)).toEqual({ status: 'DUE', attempts: 1 });
  answer = TAKEN;
  // Not at once.
  await service().sendDue(running);
  expect(received).toHaveLength(1);
  now = new Date(now.getTime() + 61_000);
  await service().sendDue(running);
  expect(await rowOf(voteId)).toEqual({ status: 'SENT', attempts: 2 });
});

it('while the provider is out one receipt at a time is tried; the others are sent when it is back', async () => {
  const sender = service();
  const first = await counted();
  answer = { status: 503, body: '' };
  await expect(sender.sendDue(running)).rejects.toThrow('not sent (later)');
  const others = [await counted(), await counted(), await counted()];
  await sender.sendDue(running);
  expect(received).toHaveLength(1);
  now = new Date(now.getTime() + 5_000);
  // By a job and by a sweep: only one of them asks, and what the other has taken keeps its try.
  await Promise.allSettled([sender.sendDue(running), sender.sendDue(running)]);
  expect(received).toHaveLength(2);
  const tries = await Promise.all(others.map(async (id) => (await rowOf(id))?.attempts));
  expect(tries.sort()).toEqual([0, 0, 1]);
  answer = TAKEN;
  now = new Date(now.getTime() + 121_000);
  await sender.sendDue(running);
  for (const id of [first, ...others]) expect((await rowOf(id))?.status).toBe('SENT');
});

it.each([
  ['a lost answer', { status: 200, body: '', drop: true }],
  ['an error of the provider', { status: 500, body: '{}' }],
])('what may have been taken is never sent again: %s', async (_, lost) => {
  const voteId = await counted();
  answer = lost;
  await expect(service().sendDue(running)).rejects.toThrow('unsure');
  answer = TAKEN;
  now = new Date(now.getTime() + 24 * 3_600_000);
  await service().sendDue(running);
  expect(received).toHaveLength(1);
  expect(await rowOf(voteId)).toEqual({ status: 'UNSURE', attempts: 1 });
});

it('a worker that died while handing it over leaves it unsure, not due', async () => {
  const voteId = await counted();
  await database.owner.query(
    `UPDATE sms_outbox SET status = 'SENDING', attempts = 1, next_attempt_at = $2 WHERE vote_id = $1`,
    [voteId, new Date(now.getTime() - 1)],
  );
  await service().sendDue(running);
  expect(received).toEqual([]);
  expect((await rowOf(voteId))?.status).toBe('UNSURE');
});

it('a refused number and an erased voter are given up', async () => {
  const [wrong, erased] = [await counted(), await counted()];
  answer = { status: 422, body: '{}' };
  await database.owner.query('UPDATE votes SET voter_phone = NULL WHERE id = $1', [erased]);
  await expect(service().sendDue(running)).rejects.toThrow('refused');
  expect([(await rowOf(wrong))?.status, (await rowOf(erased))?.status]).toEqual(['GIVEN_UP', 'GIVEN_UP']);
  expect(received).toHaveLength(1);
});

it('a worker told to stop takes no more receipts; they stay due for another', async () => {
  const voteId = await counted();
  await service().sendDue(AbortSignal.abort());
  expect(received).toEqual([]);
  expect((await rowOf(voteId))?.status).toBe('DUE');
  await service().sendDue(running);
  expect(received).toHaveLength(1);
});

it('a receipt says what was booked, which may be less than what was asked', async () => {
  const world = new World(database.pool, database.owner);
  await world.create();
  await world.cast(5);
  await world.begin(world.votes[0] ?? '', 'ok');
  const reference = world.attempts[0]?.reference ?? '';
  const proof = {
    status: 'success',
    amount: 300,
    currency: 'GHS',
    domain: 'test',
    paidAt: world.now,
  } as const;
  await world.settle({ reference, proof, source: 'verify' });
  const actor = { userId: world.contestId, reason: 'by hand' };
  await world.settle({ reference, proof: { status: 'accepted' }, source: 'manual', actor });
  await service().sendDue(running);
  expect(received.map(({ body }) => body.message)).toEqual([
    expect.stringContaining('5 votes for P counted, GHS 3.00.'),
  ]);
});

it.each([
  ['the money', 300],
  ['a part of it', 100],
])('a receipt is given up when %s went back before it was taken', async (_, amount) => {
  const { world, voteId, reference } = await paid();
  answer = { status: 402, body: '{}' };
  await expect(service().sendDue(running)).rejects.toThrow('not sent (later)');
  const back = { source: 'REFUND', id: `82${amount}` } as const;
  await world.settle({
    reference,
    proof: { status: 'reversed', amount, takenAmount: 300, back },
    source: 'refund',
  });
  answer = TAKEN;
  received.length = 0;
  now = new Date(now.getTime() + 61_000);
  await service().sendDue(running);
  expect(received.map(({ body }) => body.message)).toEqual([expect.stringContaining('refunded')]);
  expect(await rowOf(voteId)).toEqual({ status: 'GIVEN_UP', attempts: 1 });
});

it('a receipt is given up and not called sent when receipts are switched off', async () => {
  const voteId = await counted();
  await service({ SMS_API_KEY: 'none' }).sendDue(running);
  expect(received).toEqual([]);
  expect(await rowOf(voteId)).toEqual({ status: 'GIVEN_UP', attempts: 1 });
});

describe('about refunds', () => {
  const step = (
    { world, reference }: Awaited<ReturnType<typeof paid>>,
    status: PaymentProof['status'],
    proof: Partial<PaymentProof> = {},
  ) =>
    world.settle({
      reference,
      proof: { status, ...proof },
      source: 'refund',
      actor: { userId: world.contestId, reason: 'asked for' },
    });
  const texts = async (): Promise<string[]> => {
    received.length = 0;
    await service().sendDue(running);
    return received.map(({ body }) => body.message);
  };

  it('a payer is told once that a refund is delayed, and once that the money went back', async () => {
    const payment = await paid();
    await texts();
    const { reference } = payment;
    // Somebody else's phone paid.
    await database.owner.query(`UPDATE payments SET phone_number = '+233209998877' WHERE reference = $1`, [
      reference,
    ]);
    const delayed: { to: string[]; message: string }[] = [];
    for (let times = 0; times < 2; times++) {
      for (const status of ['refund-ordered', 'refund-sent', 'refund-stuck'] as const)
        await step(payment, status);
      await texts();
      delayed.push(...received.map(({ body }) => ({ to: body.recipients, message: body.message })));
    }
    const { rows } = await database.pool.query<{ phone: string }>(
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
    const payment = await paid();
    await texts();
    const part = (id: string) =>
      step(payment, 'reversed', { amount: 100, takenAmount: 300, back: { source: 'REFUND', id } });
    for (const id of ['811', '812', '811']) await part(id);
    expect(await texts()).toHaveLength(2);
    const other = await paid();
    await texts();
    await step(other, 'reversed', { amount: 100, takenAmount: 300, back: { source: 'DISPUTE', id: '813' } });
    expect(await texts()).toEqual([]);
  });

  it('a message that finds another one asking whether the provider is back keeps its try', async () => {
    const sender = service();
    const payment = await paid();
    await texts();
    const receipt = await counted();
    answer = { status: 503, body: '' };
    await expect(sender.sendDue(running)).rejects.toThrow('not sent (later)');
    // Both tables have a message, and both are told that there is room for one.
    const back = { source: 'REFUND', id: '911' } as const;
    await step(payment, 'reversed', { amount: 100, takenAmount: 300, back });
    now = new Date(now.getTime() + 61_000);
    received.length = 0;
    await expect(sender.sendDue(running)).rejects.toThrow('not sent (later)');
    expect(received).toHaveLength(1);
    const { rows } = await database.pool.query<{ attempts: number; status: string }>(
      `SELECT m.attempts, m.status FROM payer_messages m JOIN payments p ON p.id = m.payment_id WHERE p.reference = $1`,
      [payment.reference],
    );
    const tries = [(await rowOf(receipt))?.attempts, rows[0]?.attempts];
    expect([
      [1, 1],
      [2, 0],
    ]).toContainEqual(tries);
    expect(rows[0]?.status).toBe('DUE');
    answer = TAKEN;
    now = new Date(now.getTime() + 300_000);
    await sender.sendDue(running);
    expect((await rowOf(receipt))?.status).toBe('SENT');
  });

  it('nothing waits for a payer whose number is not known', async () => {
    const payment = await paid();
    await texts();
    await database.owner.query('UPDATE votes SET voter_phone = NULL WHERE id = $1', [payment.voteId]);
    await database.owner.query('UPDATE payments SET phone_number = NULL WHERE vote_id = $1', [
      payment.voteId,
    ]);
    for (const status of ['refund-ordered', 'refund-sent'] as const) await step(payment, status);
    await step(payment, 'reversed', { amount: 300 });
    expect(await texts()).toEqual([]);
    const { rows } = await database.pool.query<{ status: string; due: Date | null }>(
      `SELECT m.status, m.next_attempt_at AS due FROM payer_messages m JOIN payments p ON p.id = m.payment_id
       WHERE p.reference = $1`,
      [payment.reference],
    );
    expect(rows).toEqual([{ status: 'GIVEN_UP', due: null }]);
  });
});

it('without a provider texts go into a file, also when its folder was taken away meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'abato-sms-'));
  const { send } = createSmsTransport({ DATA_DIR: folder, SMS_SENDER: 'Abato' } as Environment, clock);
  const sms = { phone: '+233241234567', text: 'Receipt' };
  expect(await Promise.all([send(sms), send(sms)])).toEqual([{ kind: 'sent' }, { kind: 'sent' }]);
  await rm(join(folder, 'sms'), { recursive: true });
  expect(await send(sms)).toEqual({ kind: 'sent' });
  const [file] = await readdir(join(folder, 'sms'));
  expect((await stat(join(folder, 'sms', file ?? ''))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, 'sms', file ?? ''), 'utf8')).toContain('To: +233241234567\nReceipt');
  await rm(folder, { recursive: true });
});
