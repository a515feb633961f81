import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Copy with owners and rights: the cluster belongs to the database's account. @throws Error with what `cp` says */
export function copyCluster(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
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
 */
export async function baseBackup(url: string, cluster: string, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('test', fast => true)`);
    // Like the original, or the server refuses it: its own account's, closed to all others.
    const { uid, gid } = statSync(cluster);
    mkdirSync(target, { mode: 0o700 });
    chownSync(target, uid, gid);
    const left = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts']);
    for (const name of readdirSync(cluster).filter((one) => !left.has(one))) {
      copyCluster(join(cluster, name), join(target, name));
    }
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    writeInCluster(target, 'backup_label', rows[0]?.labelfile ?? '');
    copyCluster(join(cluster, 'pg_wal'), join(target, 'pg_wal'));
  } finally {
    await client.end();
  }
}
