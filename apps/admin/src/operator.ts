import type pg from 'pg';
import { Registry } from 'prom-client';
import { createPool, Transactions } from '@abato/database';
import { Queues } from '@abato/jobs';
import { LivePublisher } from '@abato/live';
import { Confirmation } from '@abato/payments';
import { createPaystackClient, type PaystackClient } from '@abato/paystack';
import {
  createRedis,
  type Environment,
  readSettings,
  Secrets,
  type SettingName,
  systemClock,
  type RedisClient,
} from '@abato/platform';

/** Two: a command works through one thing after the other, and must not take what the servers need. */
const CONNECTIONS = 2;
const REDIS_WITHIN_MS = 3_000;

/** What commands may use, made when first asked for, so that a command needs no server it does not talk to. */
export class Operator {
  private pool: pg.Pool | undefined;
  private redis: Promise<RedisClient> | undefined;
  private queues: Promise<Queues> | undefined;
  readonly now = new Date();

  constructor(private readonly settings: readonly SettingName[]) {}

  setting<Name extends SettingName>(name: Name): Environment[Name] {
    if (!this.settings.includes(name)) throw new Error(`${name} is not among the command's settings`);
    return readSettings([name])[name];
  }

  /** Connections as the role that cannot change the ledger, like every process of the platform. */
  get database(): Transactions {
    return new Transactions(this.connections);
  }

  private get connections(): pg.Pool {
    if (!this.pool) {
      const url = this.setting('DATABASE_URL');
      const { DATABASE_DIRECT_URL: direct, DATABASE_POOLER: pooler } = readSettings([
        'DATABASE_DIRECT_URL',
        'DATABASE_POOLER',
      ]);
      this.pool = createPool(direct ?? url, CONNECTIONS, (error) => this.say(error.message), {
        patient: true,
        pooler: direct ? 'none' : pooler,
      });
    }
    return this.pool;
  }

  get secrets(): Secrets {
    return new Secrets(this.setting('DATA_ENCRYPTION_KEY'));
  }

  /** Its calls are taken from the limit that all processes share. */
  async provider(): Promise<PaystackClient> {
    const env = {
      PAYSTACK_BASE_URL: this.setting('PAYSTACK_BASE_URL'),
      PAYSTACK_SECRET_KEY: this.setting('PAYSTACK_SECRET_KEY'),
      PAYSTACK_CALLS_PER_MINUTE: this.setting('PAYSTACK_CALLS_PER_MINUTE'),
    };
    const redis = await this.connection();
    return createPaystackClient(env, { metrics: new Registry(), redis, clock: systemClock });
  }

  /** Signals to the running processes. Without Redis they are dropped: every process looks for itself within seconds. */
  async signals(): Promise<{ live: LivePublisher; queues: Queues }> {
    const redis = await this.connection();
    this.queues ??= connectedQueues(redis);
    return { live: new LivePublisher(redis, () => undefined), queues: await this.queues };
  }

  /** Settles as the servers do. A command prints what needs a person itself, and nothing reads its metrics. */
  async confirmation(): Promise<Confirmation> {
    const { live, queues } = await this.signals();
    return Confirmation.ofCommand({
      pool: this.connections,
      clock: { now: () => this.now },
      env: { PUBLIC_URL: this.setting('PUBLIC_URL') },
      secrets: this.secrets,
      provider: await this.provider(),
      queues,
      live,
    });
  }

  private connection(): Promise<RedisClient> {
    this.redis ??= connected(
      createRedis(
        {
          REDIS_URL: this.setting('REDIS_URL'),
          ...readSettings([
            'REDIS_SENTINELS',
            'REDIS_SENTINEL_USER',
            'REDIS_SENTINEL_PASSWORD',
            'REDIS_CLUSTER_NODES',
          ]),
        },
        () => undefined,
      ),
    );
    return this.redis;
  }

  /** The result of a command: standard output. */
  print(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  /** Progress and remarks: standard error, so that a result can be piped on. */
  say(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  async close(): Promise<void> {
    await (await this.queues)?.close().catch(() => undefined);
    (await this.redis)?.disconnect();
    await this.pool?.end();
  }
}

/** Commands fail at once while a connection is being made, so wait for it, but not for ever. */
async function connected(redis: RedisClient): Promise<RedisClient> {
  if (redis.status === 'ready') return redis;
  await new Promise<void>((resolve) => {
    const give = setTimeout(resolve, REDIS_WITHIN_MS);
    redis.once('ready', () => {
      clearTimeout(give);
      resolve();
    });
  });
  return redis;
}

/** Of a cluster they have a connection of their own. */
async function connectedQueues(redis: RedisClient): Promise<Queues> {
  const queues = new Queues(redis);
  await connected(queues.redis);
  return queues;
}
