import { execFile } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Problem } from '../problem.js';
import type { Place } from './place.js';

/** The cluster's superuser, which owns every table and migrates. */
export const OWNER = 'abato_owner';
/** Login of API and worker; made by the migration, so that a cluster of an earlier release gets it too. */
export const PROCESSES = 'abato_processes';
export const DATABASE = 'abato';
/** The bundled PostgreSQL's major version: a cluster is readable by its own major version only. */
const MAJOR = '18';

/**
 * Make the cluster unless it is there. It is made under another name and renamed when finished, so that a half-made one of a
 * killed start never blocks the next one.
 * @throws Problem when initdb fails or the cluster was made by another major version
 */
export async function ensureCluster(place: Place, binaries: string, password: string): Promise<void> {
  const { cluster } = place;
  if (existsSync(cluster)) return checkVersion(cluster);
  const parent = dirname(cluster);
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(cluster)}.making-`))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
  const draft = `${cluster}.making-${process.pid}`;
  // Beside the data inside one folder that belongs to the account: it can write nowhere else.
  mkdirSync(draft, { mode: 0o700 });
  const passwordFile = join(draft, 'password');
  const data = join(draft, 'data');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(data, { mode: 0o700 });
  if (place.account) {
    const { uid, gid } = place.account;
    for (const path of [draft, passwordFile, data]) chownSync(path, uid, gid);
  }
  try {
    await initdb(place, binaries, data, passwordFile);
    renameSync(data, cluster);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function checkVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR) return;
  throw new Problem(
    `The database in ${cluster} was made by PostgreSQL ${version}, the bundled one is ${MAJOR}: choose another folder with DATA_DIR, or point DATABASE_URL at a server of version ${version}.`,
  );
}

async function initdb(place: Place, binaries: string, data: string, passwordFile: string): Promise<void> {
  const options = {
    '--pgdata': data,
    '--username': OWNER,
    '--pwfile': passwordFile,
    '--auth': 'scram-sha-256',
    '--encoding': 'UTF8',
    // PostgreSQL's own collation: sorts alike on every machine, whatever locales it has.
    '--locale': 'C',
    '--locale-provider': 'builtin',
    '--builtin-locale': 'C.UTF-8',
    '--text-search-config': 'simple',
  };
  const args = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  try {
    await promisify(execFile)(join(binaries, 'bin', 'initdb'), args, {
      ...place.account,
      cwd: data,
      env: databaseEnvironment(),
    });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const said = (stderr || message).trim().split('\n').slice(-3).join(' ');
    throw new Problem(`PostgreSQL could not make its database folder ${place.cluster}: ${said}`);
  }
}

/** PostgreSQL sees nothing of our environment but what makes its messages readable. */
export function databaseEnvironment(): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(process.env['ABATO_TEST_RUN'] ? { ABATO_TEST_RUN: process.env['ABATO_TEST_RUN'] } : {}),
  };
}
