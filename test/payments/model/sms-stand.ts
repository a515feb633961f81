import { Registry } from 'prom-client';
import { Transactions } from '@abato/database';
import { createSmsTransport, SmsService } from '@abato/testing/messages';
import { type Environment } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';
import { SmallServer } from '../../support/small-server.js';
import { createModelDatabase, type ModelDatabase } from './database.js';
import { World } from './world.js';

/** The signal of a worker that does not stop. */
export const RUNNING = new AbortController().signal;
/** As Arkesel says that it has taken a message. */
export const TAKEN = { status: 200, body: '{"status":"success","data":[{"recipient":"233241234567"}]}' };

interface Received {
  path: string | undefined;
  key: string | undefined;
  body: { sender: string; message: string; recipients: string[] };
}

/** A database, paid votes in it, and the SMS provider as far as its documentation goes; what it answers is the test's business. */
export class SmsStand {
  database!: ModelDatabase;
  answer: { status: number; body: string; drop?: boolean } = TAKEN;
  readonly received: Received[] = [];
  now = new Date('2026-11-21T12:00:00Z');
  readonly clock = { now: (): Date => this.now };
  private readonly server = SmallServer.reading((request, sent, response) => {
    const key = request.headers['api-key'] as string | undefined;
    this.received.push({ path: request.url, key, body: JSON.parse(sent) as Received['body'] });
    const { drop, status, body } = this.answer;
    if (drop) request.socket.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });

  async open(): Promise<void> {
    this.database = await createModelDatabase();
    await this.server.open();
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.database?.drop();
  }

  /** Between tests: nothing received, and everything is taken. */
  reset(): void {
    this.received.length = 0;
    this.answer = TAKEN;
  }

  pass(ms: number): void {
    this.now = new Date(this.now.getTime() + ms);
  }

  service(settings: Partial<Environment> = {}): SmsService {
    const env = {
      SMS_PROVIDER: 'arkesel',
      SMS_API_KEY: 'a-key',
      SMS_BASE_URL: this.server.url,
      SMS_SENDER: 'Abato',
      DATA_DIR: '/nowhere',
      PUBLIC_URL: 'https://abato.example',
      ...settings,
    } as Environment;
    const transport = createSmsTransport(env, this.clock);
    const log = createLogger('sms', 'silent');
    return new SmsService(
      new Transactions(this.database.pool),
      this.clock,
      env,
      log,
      transport,
      new Registry(),
    );
  }

  /** Three votes that are paid and counted. */
  async paid(): Promise<{ world: World; voteId: string; reference: string }> {
    const world = new World(this.database.pool, this.database.owner);
    await world.create();
    await world.cast(3);
    const voteId = world.votes[0] ?? '';
    await world.begin(voteId, 'ok');
    const reference = world.attempts[0]?.reference ?? '';
    world.provider.pay(reference, world.now);
    for (const update of [...world.updatesOf(reference), ...world.updatesOf(reference)])
      await world.confirm(update);
    return { world, voteId, reference };
  }

  /** The same. @returns the vote's id */
  async counted(): Promise<string> {
    return (await this.paid()).voteId;
  }

  /** What the outbox of receipts says of a vote. */
  async rowOf(voteId: string): Promise<{ status: string; attempts: number } | undefined> {
    const rows = await this.database.sql<{ status: string; attempts: number }>`SELECT status, attempts
      FROM sms_outbox WHERE vote_id = ${voteId}`;
    return rows[0];
  }
}
