import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const ENGLISH = { ...process.env, LC_ALL: 'C' };

/**
 * With owners and rights: a cluster belongs to the database's account. A running server may remove a file while it is copied, which its log makes
 * good (PostgreSQL, "Making a Base Backup Using the Low Level API").
 * @throws Error with what `cp` says of anything else
 */
function copy(from: string[], to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', ...from, to], { encoding: 'utf8', env: ENGLISH });
  const said = stderr.split('\n').filter((line) => line && !/cannot stat .+: No such file/.test(line));
  if (status !== 0 && (said.length > 0 || !stderr)) throw new Error(stderr);
}

/** @param to a folder that does not exist yet */
export function copyCluster(from: string, to: string): void {
  copy([from], to);
}

/** A file in a cluster's folder, readable by the cluster's owner only. */
export function writeInCluster(cluster: string, name: string, content: string, flag: 'w' | 'a' = 'w'): void {
  const { uid, gid } = statSync(cluster);
  const file = join(cluster, name);
  writeFileSync(file, content, { flag, mode: 0o600 });
  chownSync(file, uid, gid);
}

/**
 * What `pg_basebackup` does, by hand, because the bundled server comes without its client programs.
 * @param url of a superuser of the running server
 * @param cluster its folder
 * @param target folder of the copy, which is made
 * @param withLog false for a standby, which fetches the log itself: it has a slot already
 * @param beforeEnd is awaited once all is copied, just before the backup ends: what is committed by then is in it
 */
export async function baseBackup(
  url: string,
  cluster: string,
  target: string,
  withLog = true,
  beforeEnd: () => Promise<void> = async () => undefined,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('test', fast => true)`);
    makeFolder(cluster, target);
    const left = new Set(['pg_wal', 'pg_replslot', 'postmaster.pid', 'postmaster.opts']);
    const copied = readdirSync(cluster).filter((name) => !left.has(name));
    copy(
      copied.map((name) => join(cluster, name)),
      target,
    );
    // Slots are the server's own.
    makeFolder(cluster, join(target, 'pg_replslot'));
    await beforeEnd();
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    writeInCluster(target, 'backup_label', rows[0]?.labelfile ?? '');
    if (withLog) copy([join(cluster, 'pg_wal')], target);
    else makeFolder(cluster, join(target, 'pg_wal'));
  } finally {
    await client.end();
  }
}

/** Like the cluster's own, or the server refuses it: its account's, closed to all others. */
function makeFolder(cluster: string, folder: string): void {
  const { uid, gid } = statSync(cluster);
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, uid, gid);
}
