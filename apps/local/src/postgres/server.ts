import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { rememberedPort } from '../ports.js';
import { Problem } from '../problem.js';
import { commandLine, processIdentity, stopForeignProcess } from '../process/identity.js';
import type { ServiceSpec } from '../process/service.js';
import type { LocalSecrets } from '../secrets.js';
import { findBinaries } from './binaries.js';
import { DATABASE, databaseEnvironment, ensureCluster, OWNER, PROCESSES } from './cluster.js';
import { choosePlace } from './place.js';

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 20_000;
const ASK_EVERY_MS = 40;
/** Signing in is work for the processor; a machine that is busy with something else takes seconds for it. */
const CONNECT_WITHIN_MS = 15_000;
/** API, worker and tests together stay far below; each costs a few MB only while used. */
const MAX_CONNECTIONS = 200;
const WRONG_PASSWORD = '28P01';

export interface EmbeddedPostgres {
  spec: ServiceSpec;
  /** Login of the processes; it is there once the migrations have run. */
  url: string;
  ownerUrl: string;
}

/**
 * PostgreSQL of a data folder: make the cluster if needed, stop what a killed start left running, choose a port.
 * @param log progress in words
 * @param isThrowAway the data need not survive a crash of the machine
 */
export async function embeddedPostgres(
  dataDir: string,
  secrets: Pick<LocalSecrets, 'folderId' | 'databasePassword' | 'processPassword'>,
  log: (text: string) => void,
  isThrowAway = false,
): Promise<EmbeddedPostgres> {
  const place = choosePlace(dataDir, secrets.folderId);
  const binaries = findBinaries(place.account);
  if (place.outside)
    log(`the database lies in ${place.outside}, because ${dataDir} can only be entered by root`);
  await ensureCluster(place, binaries, secrets.databasePassword);
  await stopPredecessor(place.cluster, log);
  const port = await rememberedPort(dataDir, 'postgres');
  const url = (login: string, password: string, database: string): string =>
    `postgres://${login}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  const ownerUrl = (database: string): string => url(OWNER, secrets.databasePassword, database);
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: MAX_CONNECTIONS,
    fsync: isThrowAway ? 'off' : 'on',
    full_page_writes: isThrowAway ? 'off' : 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    // The details of an error repeat the row: "Key (email)=(…) already exists".
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: 0,
    log_destination: 'stderr',
    logging_collector: 'off',
  };
  return {
    url: url(PROCESSES, secrets.processPassword, DATABASE),
    ownerUrl: ownerUrl(DATABASE),
    spec: {
      name: 'postgres',
      readyWithinMs: READY_WITHIN_MS,
      // "Fast": roll back what is open, write a checkpoint, end.
      stopSignal: 'SIGINT',
      stopWithinMs: STOP_WITHIN_MS,
      lastResort: 'SIGQUIT',
      guard: 'INT',
      prepare: () => stopPredecessor(place.cluster, log),
      launch: () =>
        spawn(
          join(binaries, 'bin', 'postgres'),
          [
            '-D',
            place.cluster,
            ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
          ],
          {
            ...place.account,
            cwd: place.cluster,
            env: databaseEnvironment(),
            stdio: ['ignore', 'pipe', 'pipe'],
            detached: true,
          },
        ),
      ready: (_child, signal) => answers(ownerUrl('postgres'), place.cluster, signal),
    },
  };
}

/**
 * A server that an earlier, killed start left behind holds the cluster: end it. A pid file without its server (the id now belongs
 * to another process) would make PostgreSQL refuse to start: remove it.
 */
async function stopPredecessor(cluster: string, log: (text: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  } catch {
    return;
  }
  if (processIdentity(pid) && commandLine(pid).includes(cluster)) {
    log(`stopping PostgreSQL (process ${pid}) that an earlier start left running`);
    await stopForeignProcess(pid, 'SIGINT', 'SIGQUIT');
  }
  rmSync(pidFile, { force: true });
}

/** Wait until the server takes queries and has our database. */
async function answers(url: string, cluster: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
    client.on('error', () => {});
    try {
      await client.connect();
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
      if (!found.rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code === WRONG_PASSWORD) {
        throw new Problem(
          `The database in ${cluster} has another password than secrets.json in the data folder says: restore that file, or remove both to begin anew.`,
        );
      }
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(ASK_EVERY_MS);
  }
}
