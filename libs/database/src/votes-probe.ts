import pg from 'pg';
import { PartError } from '@abato/platform';
import { leaveSurplusRights } from './login.js';
import { migrations } from './migrations/index.js';
import type { Pooler } from './pooler.js';
import { doubtSilence } from './silent-connections.js';

const UNDEFINED_TABLE = '42P01';
const WITHIN_MS = 2_000;
/** A pool's query is waited for as long (ms) without a word, when the server does not answer here either. */
const SILENT_MS = 10_000;

/**
 * Asks PostgreSQL whether votes can be taken, on a connection that does nothing else: pools that wait for lists or exports say nothing about
 * votes. The connection is kept, so that a server whose connections are used up is still asked.
 *
 * A question without an answer also says that pools may wait for nothing: what they wait for is given up long before their own patience ends,
 * which must be longer than the longest statement. A connection that says a word has its patience back; one that does not keeps the doubt, also
 * when the next question is answered, because another server may have taken the address.
 */
export class VotesProbe {
  private client: pg.Client | null = null;
  private asking: Promise<void> | null = null;

  constructor(
    private readonly url: string,
    private readonly pooler: Pooler = 'none',
    /** For each of connecting and asking, in milliseconds. */
    private readonly withinMs = WITHIN_MS,
    private readonly silentMs = SILENT_MS,
  ) {}

  /**
   * One question at a time; a second caller gets the first one's answer.
   * @throws Error when PostgreSQL does not answer or takes no writes; PartError `migrations` when a migration this code needs is missing
   */
  check(): Promise<void> {
    this.asking ??= this.ask().finally(() => (this.asking = null));
    return this.asking;
  }

  async end(): Promise<void> {
    await this.client?.end().catch(() => undefined);
  }

  private async ask(): Promise<void> {
    try {
      const client = (this.client ??= await connect(this.url, this.pooler, this.withinMs));
      // A server that was made a standby answers, and takes no vote.
      const { rows: settings } = await client.query<{ read_only: string }>(
        `SELECT current_setting('transaction_read_only') AS read_only`,
      );
      if (settings[0]?.read_only === 'on') throw new Error('PostgreSQL is read only');
      const missing = await missingMigrations(client);
      if (missing.length) throw new PartError('migrations', `not applied: ${missing.join(', ')}`);
    } catch (error) {
      if (!(error instanceof PartError)) {
        doubtSilence(this.silentMs);
        this.drop();
      }
      throw error;
    }
  }

  /** A connection on which one question failed may fail for ever: the next one gets a new one. */
  private drop(): void {
    void this.client?.end().catch(() => undefined);
    this.client = null;
  }
}

async function connect(url: string, pooler: Pooler, withinMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'abato-ready',
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
    keepAlive: true,
  });
  // Told by the next question; without a listener the process would end.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (pooler === 'none') await leaveSurplusRights(client);
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
}

/** Names of the migrations that this code needs and the database has not recorded. */
async function missingMigrations(client: pg.Client): Promise<string[]> {
  const needed = migrations.map((migration) => new migration().name ?? migration.name);
  try {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    const applied = new Set(rows.map(({ name }) => name));
    return needed.filter((name) => !applied.has(name));
  } catch (error) {
    // PostgreSQL answers; nothing has been migrated at all.
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return needed;
    throw error;
  }
}
