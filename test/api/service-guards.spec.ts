import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import sharp from 'sharp';
import type { DataSource } from 'typeorm';
import { type Actor, Reveals, UsersRepository } from '@abato/accounts';
import {
  ChangeContestService,
  Contest,
  ContestDirectory,
  ContestRules,
  ContestsRepository,
  HostsRepository,
  LocalFileStore,
} from '@abato/contests';
import { PictureService } from '@abato/testing/contests';
import { MAX_CASH_PESEWAS, SECOND_PERSON_ABOVE_PESEWAS } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { Queues } from '@abato/jobs';
import { LiveSubscriber } from '@abato/live';
import { OutgoingMail } from '@abato/messages';
import { CodeSmsService, createSmsTransport } from '@abato/testing/messages';
import { ManualVoteService } from '@abato/payments';
import { PaystackClient } from '@abato/paystack';
import { type AppError, type Environment, newId } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';
import { RevealService } from '@abato/reports';
import { ManualVoteRows } from '@abato/testing/payments';
import { database, sql, useOwnWorld, world } from '../payments/model/own-world.js';
import { World } from '../payments/model/world.js';
import { HeldTransaction, useHeldTransactions } from '../support/held-transaction.js';
import { redis, useRedis } from '../support/own-redis.js';
import { confirmationOf, secrets } from '../support/payment-services.js';
import { aFolder } from '../support/state.js';

/** Services of the API on a database of their own. */

const log = createLogger('api', 'silent');
let source: DataSource;
useHeldTransactions();
useOwnWorld();
useRedis();
beforeAll(async () => {
  source = await database.source();
});
const clock = { now: () => world.now };

const reveals = () =>
  new Reveals(
    clock,
    { production: false, PUBLIC_URL: 'http://x' },
    new OutgoingMail(new Queues(redis), clock, log),
  );

/** The contest's organiser. */
async function theOwner(): Promise<Actor> {
  const rows = await sql<{ id: string }>`SELECT user_id AS id FROM contests WHERE id = ${world.contestId}`;
  return { id: rows[0]?.id ?? '', role: 'COMPANY_ADMIN', approvalStatus: 'APPROVED', tokenVersion: 0 };
}

const auditOf = (subjectId: string): Promise<unknown[]> =>
  sql<Record<string, unknown>>`SELECT action, subject_type, actor_user_id
    FROM audit_log WHERE subject_id = ${subjectId}`;

it('revealing a person is written to the log by what was revealed and by whom', async () => {
  await world.cast(1);
  const [voteId = ''] = world.votes;
  await world.begin(voteId, 'ok');
  const rows = await sql<{ id: string }>`SELECT id FROM payments WHERE vote_id = ${voteId}`;
  const paymentId = rows[0]?.id ?? '';
  const actor = await theOwner();
  const reveal = new RevealService(Transactions.of(source), reveals());
  await reveal.vote(actor, voteId);
  await reveal.payment(actor, paymentId);
  expect(await auditOf(voteId)).toEqual([
    { action: 'vote.reveal', subject_type: 'vote', actor_user_id: actor.id },
  ]);
  expect(await auditOf(paymentId)).toEqual([
    { action: 'payment.reveal', subject_type: 'payment', actor_user_id: actor.id },
  ]);
});

it('revealing a person needs a reason and a new confirmation for each twenty persons within an hour, and super admins are told', async () => {
  await world.cast(1);
  const [voteId = ''] = world.votes;
  const actor = await theOwner();
  const service = new RevealService(Transactions.of(source), reveals());
  const seconds = () => Math.floor(world.now.getTime() / 1000);
  const show = async (by: Partial<Actor>, reason?: string): Promise<string> =>
    service.vote({ ...actor, ...by }, voteId, reason).then(
      () => 'shown',
      ({ code }: AppError) => code,
    );
  const mails = async () =>
    (
      await database.owner.query<{ subject: string; body: string }>(
        `SELECT subject, body FROM mail_outbox WHERE body LIKE $1`,
        [`%actor=${actor.id}%`],
      )
    ).rows;
  await database.owner.query(
    `INSERT INTO users (id, email, password_hash, first_name, last_name, phone, id_number_encrypted, role, approval_status, created_at, updated_at)
       VALUES ($1::uuid, $1::text || '@abato.test', '', 'Esi', 'Boss', '+233241234567', '', 'SUPER_ADMIN', 'APPROVED', $2, $2)`,
    [newId(), world.now],
  );
  const signedIn = { authenticatedAt: seconds() };
  world.now = new Date(world.now.getTime() + 1_000);
  const first = await Promise.all(Array.from({ length: 23 }, () => show(signedIn)));
  expect(first.filter((outcome) => outcome === 'shown')).toHaveLength(20);
  expect(new Set(first)).toEqual(new Set(['shown', 'REVEAL_REASON_REQUIRED']));
  expect(await show(signedIn, 'The draw')).toBe('REAUTHENTICATION_REQUIRED');
  expect(await mails()).toEqual([]);
  world.now = new Date(world.now.getTime() + 1_000);
  const confirmed = { authenticatedAt: seconds() };
  for (let nr = 0; nr < 20; nr++) expect(await show(confirmed, 'The draw')).toBe('shown');
  expect(await mails()).toMatchObject([{ subject: '20 persons were shown in full within an hour' }]);
  world.now = new Date(world.now.getTime() + 1_000);
  expect(await show(confirmed, 'The draw')).toBe('shown');
  world.now = new Date(world.now.getTime() + 3_600_000);
  expect(await show(signedIn)).toBe('shown');
  const rows = await sql`SELECT count(*)::int AS number FROM audit_log WHERE subject_id = ${voteId}
      AND contest_id = ${world.contestId} AND detail ->> 'reason' = 'The draw'`;
  expect(rows).toEqual([{ number: 21 }]);
});

it('revealing a person that finds nothing shows nothing and writes nothing', async () => {
  await world.cast(1);
  const [voteId = ''] = world.votes;
  const stranger: Actor = { ...(await theOwner()), id: newId() };
  await expect(
    new RevealService(Transactions.of(source), reveals()).vote(stranger, voteId),
  ).rejects.toMatchObject({ code: 'VOTE_NOT_FOUND' });
  expect(await auditOf(voteId)).toEqual([]);
});

it('an end that has passed cannot be moved, also before a worker has marked the contest as ended', async () => {
  const store = new LocalFileStore(tmpdir());
  const changes = new ChangeContestService(
    Transactions.of(source),
    new ContestsRepository(source),
    new HostsRepository(source, { production: false }),
    new PictureService(source, store, log, new Registry()),
    { changed: () => Promise.resolve() } as never,
    new ContestRules(clock, { SMS_API_KEY: '' }),
  );
  const actor = await theOwner();
  const extend = (hours: number) =>
    changes.update(actor, world.contestId, {
      endDate: new Date(world.end.getTime() + hours * 3_600_000).toISOString(),
    });
  const ends = async () => (await auditOf(world.contestId)).length;
  world.now = new Date(world.end.getTime() - 1);
  await extend(1);
  expect(await ends()).toBe(1);
  world.now = new Date(world.end.getTime() + 3_600_000);
  await expect(extend(2)).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
  expect(await ends()).toBe(1);
});

it('a draft that asks for verified phone numbers is not activated where no SMS can be sent', async () => {
  const rules = (SMS_API_KEY: string) => new ContestRules(clock, { SMS_API_KEY });
  const contest = await source.getRepository(Contest).findOneByOrFail({ id: world.contestId });
  Object.assign(contest, { status: 'DRAFT', verification: 'PHONE', endDate: world.end });
  world.now = new Date(world.end.getTime() - 1);
  const activate = (key: string, input: object = {}) =>
    rules(key).statusChange(source.manager, contest, { status: 'ACTIVE', ...input });
  await expect(activate('none')).rejects.toMatchObject({
    code: 'INVALID_TRANSITION',
    message: expect.stringContaining('cannot send SMS'),
  });
  await expect(activate('none', { verification: 'OPEN' })).resolves.toEqual({ status: 'ACTIVE' });
  await expect(activate('of-the-account')).resolves.toEqual({ status: 'ACTIVE' });
  expect(rules('none').proposal()).toEqual({ verification: 'OPEN', canSendCodes: false });
  expect(rules('').proposal()).toEqual({ verification: 'OPEN', canSendCodes: true });
  expect(rules('of-the-account').proposal()).toEqual({ verification: 'PHONE', canSendCodes: true });
});

it('the number of users who wait for approval counts those, and neither approved nor deleted ones', async () => {
  const users = new UsersRepository(source, secrets());
  await sql`UPDATE users SET approval_status = 'APPROVED'`;
  expect(await users.countPending()).toBe(0);
  for (let i = 0; i < 3; i++) await new World(database.pool, database.owner).create();
  const rows = await sql<{ id: string }>`SELECT id FROM users ORDER BY id DESC LIMIT 3`;
  const ids = rows.map(({ id }) => id);
  await sql`UPDATE users SET approval_status = 'PENDING' WHERE id = ANY(${ids})`;
  expect(await users.countPending()).toBe(3);
  await sql`UPDATE users SET deleted_at = now() WHERE id = ${ids[0]}`;
  expect(await users.countPending()).toBe(2);
});

function service(): ManualVoteService {
  const live = new LiveSubscriber(redis);
  const client = new PaystackClient({ baseUrl: 'http://127.0.0.1:9', secretKey: 'sk_test_manual' });
  return new ManualVoteService(
    clock,
    { MANUAL_VOTES_SECOND_PERSON_ABOVE: 5 },
    new ManualVoteRows(new Transactions(database.pool), secrets()),
    new ContestDirectory(source, clock, live),
    new Queues(redis),
    confirmationOf(database.pool, redis, clock, client),
  );
}
const input = (voteCount: number) => {
  const { contestId, categoryId, contestantId } = world;
  const voter = { voterPhone: '+233241234567', reason: 'cash at the door' };
  return { contestId, categoryId, contestantId, voteCount, ...voter };
};
const written = async (): Promise<number> =>
  (await sql`SELECT FROM votes WHERE contest_id = ${world.contestId}`).length ?? 0;

it('votes entered by hand count at once up to GHS 10,000, and not one pesewa more', async () => {
  const actor = await theOwner();
  await world.changePrice(SECOND_PERSON_ABOVE_PESEWAS / 2);
  expect(await service().enter(actor, input(2), undefined)).toMatchObject({ status: 'COMPLETED' });
  expect(await written()).toBe(1);
  await world.changePrice(SECOND_PERSON_ABOVE_PESEWAS / 2 + 1);
  const waiting = await service().enter(actor, input(2), undefined);
  expect(waiting).toMatchObject({ status: 'PENDING', awaitsConfirmation: true });
  expect(await written()).toBe(1);
});

it('votes entered by hand may cost GHS 100,000 in cash, and not one pesewa more', async () => {
  const actor = await theOwner();
  await world.changePrice(MAX_CASH_PESEWAS / 10);
  expect(await service().enter(actor, input(10), undefined)).toMatchObject({ amount: 100_000 });
  await world.changePrice(MAX_CASH_PESEWAS / 10 + 1);
  await expect(service().enter(actor, input(10), undefined)).rejects.toMatchObject({
    code: 'AMOUNT_TOO_LARGE',
    message: 'Cash of one entry can be at most GHS 100,000.00.',
  });
  expect(await written()).toBe(0);
});

it.each([
  ['contests', () => world.contestId],
  ['contestants', () => world.contestantId],
] as const)(
  'votes entered by hand do not wait for a second person when one of the %s is deleted meanwhile',
  async (table, id) => {
    const actor = await theOwner();
    await world.changePrice(SECOND_PERSON_ABOVE_PESEWAS);
    const deleting = await HeldTransaction.begin(database.owner);
    await deleting.client.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id()]);
    await deleting.client.query(`UPDATE ${table} SET archived_at = $2 WHERE id = $1`, [id(), world.now]);
    const entering = service().enter(actor, input(2), undefined);
    const refused = expect(entering).rejects.toMatchObject({ code: 'CONTEST_CHANGED' });
    expect(await deleting.holdsUp(entering)).toBe(true);
    await deleting.commit();
    await refused;
    expect(await sql`SELECT FROM cash_entries WHERE contest_id = ${world.contestId}`).toHaveLength(0);
  },
);

it('pictures are decoded one after the other, however many come at once', async () => {
  const folder = aFolder();
  const metrics = new Registry();
  const pictures = new PictureService(source, new LocalFileStore(folder), log, metrics);
  const photo = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#0b6e4f' } })
    .png()
    .toBuffer();
  const decodes = async (): Promise<number> =>
    (await metrics.getSingleMetric('abato_picture_decodes_total')?.get())?.values[0]?.value ?? 0;
  const stored = Promise.all([1, 2, 3].map(() => pictures.storeWith(photo, { save: async () => 'stored' })));
  const first: number[] = [];
  // Decoding needs threads, and so many turns of the event loop.
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    first.push(await decodes());
  }
  expect(Math.max(...first)).toBe(1);
  await stored;
  expect(await decodes()).toBe(3);
});

it('a photo that the camera marked as turned is stored upright', async () => {
  const folder = aFolder();
  const pictures = new PictureService(source, new LocalFileStore(folder), log, new Registry());
  const photo = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#0b6e4f' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const path = await pictures.storeWith(photo, { save: (stored) => Promise.resolve(stored) });
  const name = path?.replace('/uploads/', '') ?? '';
  for (const file of [name, name.replace('.webp', '.jpg')]) {
    const { width, height } = await sharp(await readFile(join(folder, 'uploads', file))).metadata();
    expect([width, height]).toEqual([20, 60]);
  }
});

/** The worker's sweep on a real database; its clock is the test's. */

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const MINUTE = 60 * SECOND;
const DAY = 24 * HOUR;
const before = (ms: number): Date => new Date(world.now.getTime() - ms);

/** What the worker does once a minute (`sms.processor.spec.ts` in `libs/messages`). */
async function forget(): Promise<void> {
  const env = { SMS_API_KEY: 'none', PUBLIC_URL: 'https://abato.example' } as Environment;
  const transport = createSmsTransport(env, clock);
  await new CodeSmsService(
    new Transactions(database.pool),
    clock,
    env,
    transport,
    new Registry(),
    secrets(),
  ).forgetOld();
}
const ordered = (age: number) =>
  database.owner.query(
    `INSERT INTO phone_verifications (id, contest_id, phone, created_at, expires_at)
       VALUES ($1, $2, '+233244000999', $3, $3::timestamptz + interval '5 minutes')`,
    [newId(), world.contestId, before(age)],
  );
/** @param subject one that no other test names: contests of earlier tests keep their counts */
const counted = (kind: 'CONTEST' | 'NETWORK', subject: string, age: number) =>
  sql`INSERT INTO verification_counts (kind, subject, since, codes)
      VALUES (${kind}, ${subject}, ${before(age)}, 1)`;
const sent = (messageId: string, age: number) =>
  sql`INSERT INTO sms_messages (id, contest_id, kind, provider, message_id, parts, sent_at)
       VALUES (${newId()}, ${world.contestId}, 'CODE', 'arkesel', ${messageId}, 2, ${before(age)})`;
const all = async (sql: string, value: string): Promise<object[]> =>
  (await database.owner.query<object>(sql, [value])).rows;

it('what is known of phone numbers that were sent a code is the number itself for two hours', async () => {
  await ordered(2 * HOUR + SECOND);
  await ordered(110 * MINUTE);
  await forget();
  expect(
    await all('SELECT created_at FROM phone_verifications WHERE contest_id = $1', world.contestId),
  ).toEqual([{ created_at: before(110 * MINUTE) }]);
});

it('what is known of phone numbers that were sent a code is how many codes a network ordered for two hours, and how many a contest ordered for good', async () => {
  const subject = newId();
  for (const kind of ['NETWORK', 'CONTEST'] as const) {
    await counted(kind, subject, 2 * HOUR + SECOND);
    await counted(kind, subject, 110 * MINUTE);
  }
  await forget();
  expect(
    await all('SELECT kind, since FROM verification_counts WHERE subject = $1 ORDER BY kind, since', subject),
  ).toEqual([
    { kind: 'CONTEST', since: before(2 * HOUR + SECOND) },
    { kind: 'CONTEST', since: before(110 * MINUTE) },
    { kind: 'NETWORK', since: before(110 * MINUTE) },
  ]);
});

it('what is known of phone numbers that were sent a code is the provider’s id of a message for a week; what the message cost stays', async () => {
  const recent = newId();
  await sent(newId(), 7 * DAY + SECOND);
  await sent(recent, 6 * DAY);
  await forget();
  expect(
    await all(
      'SELECT message_id, parts FROM sms_messages WHERE contest_id = $1 ORDER BY sent_at',
      world.contestId,
    ),
  ).toEqual([
    { message_id: null, parts: 2 },
    { message_id: recent, parts: 2 },
  ]);
});
