import { Registry } from 'prom-client';
import { Transactions } from '@abato/database';
import { CodeSmsService, createSmsTransport } from '@abato/messages';
import { type Environment, newId } from '@abato/platform';
import { database, sql, useOwnWorld, world } from '../payments/model/own-world.js';
import { secrets } from '../support/payment-services.js';

/** The worker's sweep on a real database; its clock is the test's. */

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const clock = { now: () => world.now };
useOwnWorld();

describe('what is known of phone numbers that were sent a code', () => {
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

  it('is the number itself for two hours', async () => {
    await ordered(2 * HOUR + SECOND);
    await ordered(110 * MINUTE);
    await forget();
    expect(
      await all('SELECT created_at FROM phone_verifications WHERE contest_id = $1', world.contestId),
    ).toEqual([{ created_at: before(110 * MINUTE) }]);
  });

  it('is how many codes a network ordered for two hours, and how many a contest ordered for good', async () => {
    const subject = newId();
    for (const kind of ['NETWORK', 'CONTEST'] as const) {
      await counted(kind, subject, 2 * HOUR + SECOND);
      await counted(kind, subject, 110 * MINUTE);
    }
    await forget();
    expect(
      await all(
        'SELECT kind, since FROM verification_counts WHERE subject = $1 ORDER BY kind, since',
        subject,
      ),
    ).toEqual([
      { kind: 'CONTEST', since: before(2 * HOUR + SECOND) },
      { kind: 'CONTEST', since: before(110 * MINUTE) },
      { kind: 'NETWORK', since: before(110 * MINUTE) },
    ]);
  });

  it('is the provider’s id of a message for a week; what the message cost stays', async () => {
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
});
