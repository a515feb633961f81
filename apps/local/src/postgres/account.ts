import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { Problem } from '../problem.js';

/** A system account to run a program as; undefined means our own. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. As root we take the account of the machine's own PostgreSQL if there is one, else `nobody`;
 * under any other account we keep it.
 * @param cluster one that exists is always run as its owner
 */
export function databaseAccount(cluster?: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (cluster && existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid && gid) return { uid, gid };
  }
  throw new Problem(
    'PostgreSQL refuses to run as root and this machine has neither a `postgres` nor a `nobody` account: start as another user, or point DATABASE_URL at a running server, or use `docker compose up`.',
  );
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  const id = Number(stdout);
  return status === 0 && Number.isInteger(id) && id > 0 ? id : undefined;
}

/** True when the account may enter the folder: every folder above it must let it through. */
export function canEnter(folder: string, account: Account | undefined): boolean {
  if (!account) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0;
}

/** Places outside the clone and the data folder that every account can reach, best first. Only root ever needs them. */
const CANDIDATES = ['/var/lib/abato', '/var/tmp/abato'];

/** The candidates that exist or could be made, and that no other account has prepared for us. */
export function sharedFolders(): string[] {
  return CANDIDATES.filter((folder) => {
    try {
      mkdirSync(folder, { recursive: true });
      const { uid } = lstatSync(folder);
      if (!lstatSync(folder).isDirectory() || uid !== process.getuid?.()) return false;
      chmodSync(folder, 0o755);
      return true;
    } catch {
      return false;
    }
  });
}
