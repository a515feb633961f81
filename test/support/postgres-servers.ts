import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { embeddedPostgres } from '../../apps/local/src/postgres/server.js';
import { Service } from '../../apps/local/src/process/service.js';
import { baseBackup, writeInCluster } from './base-backup.js';
import { testRun } from './state.js';
import { waitFor } from './wait-for.js';

const newPassword = (): string => randomBytes(24).toString('base64url');

interface Logins {
  folderId: string;
  databasePassword: string;
  processPassword: string;
}

/** Where a server's log was written to, in bytes: what `pg_current_wal_lsn()` says. */
export type LogPosition = string;

/** A PostgreSQL that a test starts beside a platform, as a primary or as a standby. Killed, it stays dead. */
export class PostgresServer {
  private constructor(
    private readonly folder: string,
    private readonly logins: Logins,
    private readonly service: Service,
    /** Addresses of the owner of the tables and of the processes. */
    readonly ownerUrl: string,
    readonly url: string,
  ) {}

  /** An empty primary. */
  static start(): Promise<PostgresServer> {
    const logins = {
      folderId: 'of-this-test',
      databasePassword: newPassword(),
      processPassword: newPassword(),
    };
    return PostgresServer.launch(logins);
  }

  /** @param fill makes the cluster's folder; without it, the cluster is made anew */
  private static async launch(
    logins: Logins,
    fill?: (cluster: string) => Promise<void>,
  ): Promise<PostgresServer> {
    const folder = mkdtempSync(join(testRun().scratchDir, 'postgres-'));
    // The database's account must be able to pass.
    chmodSync(folder, 0o755);
    await fill?.(join(folder, 'postgres'));
    // It is killed, and its machine goes on: what was written needs not be on the disk.
    const { spec, ownerUrl, url } = await embeddedPostgres(folder, logins, () => undefined, true);
    const service = new Service({ ...spec, stopSignal: 'SIGKILL' });
    await service.start();
    return new PostgresServer(folder, logins, service, ownerUrl, url);
  }

  get port(): number {
    return Number(new URL(this.ownerUrl).port);
  }

  /**
   * A standby that follows this server, made from a base backup of it, with a slot of its own.
   * @param name by which this server knows it (`synchronous_standby_names`)
   * @param port where it reaches this server: its own, or that of a proxy in between
   */
  async standby(name: string, port = this.port): Promise<PostgresServer> {
    const { username, password } = new URL(this.ownerUrl);
    const address = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${name}`;
    const standby = await PostgresServer.launch(this.logins, async (cluster) => {
      // Keeps the log from here on.
      await this.sql('SELECT pg_create_physical_replication_slot($1, true)', [name]);
      await baseBackup(this.ownerUrl, join(this.folder, 'postgres'), cluster, false);
      const lines = [`primary_conninfo = '${address}'`, `primary_slot_name = '${name}'`];
      writeInCluster(cluster, 'postgresql.auto.conf', `${lines.join('\n')}\n`, 'a');
      writeInCluster(cluster, 'standby.signal', '');
    });
    await this.isFollowedBy(name, 'async');
    return standby;
  }

  /** From now on each commit waits until this standby has it on disk. */
  async waitForStandby(name: string): Promise<void> {
    await this.sql(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await this.sql('SELECT pg_reload_conf()');
    await this.isFollowedBy(name, 'sync');
  }

  private async isFollowedBy(name: string, as: 'async' | 'sync'): Promise<void> {
    await waitFor(
      async () => {
        const rows = await this.sql(
          `SELECT FROM pg_stat_replication WHERE application_name = $1 AND state = 'streaming' AND sync_state = $2`,
          [name, as],
        );
        return rows.length === 1;
      },
      { what: `${name} to follow as ${as}` },
    );
  }

  /** How far this primary has written its log: every commit that was acknowledged before is in front of it. */
  async position(): Promise<LogPosition> {
    const [row] = await this.sql<{ at: LogPosition }>('SELECT pg_current_wal_lsn()::text AS at');
    return row?.at ?? '';
  }

  /** This standby has received everything up to a position of its primary, and shows it to those who read here. */
  async follows(position: LogPosition): Promise<void> {
    const question = `SELECT least(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) >= $1::pg_lsn AS has`;
    await waitFor(async () => (await this.sql<{ has: boolean }>(question, [position]))[0]?.has, {
      what: `a standby to have ${position}`,
    });
  }

  /** Make this standby the primary. Resolves when it takes writes. */
  async promote(): Promise<void> {
    const [row] = await this.sql<{ done: boolean }>('SELECT pg_promote() AS done');
    if (!row?.done) throw new Error('the standby was not promoted');
  }

  /** One statement as the owner, on a connection of its own: past every proxy. */
  async sql<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    const client = new pg.Client({ connectionString: this.ownerUrl });
    await client.connect();
    try {
      return (await client.query<R>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** With -9, as a machine that is lost: nothing is written, nobody is told. */
  kill(): Promise<void> {
    return this.service.stop();
  }

  /** Kill it and remove what is left of it. */
  async destroy(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
