import type pg from 'pg';
import { sqlFile } from '@abato/database';

const UNREAD = sqlFile(import.meta.url, './unread-accounts.sql');

/** How long settlements have not been read, in seconds: of the host for which it is longest, and of the platform. 0 without an account. */
export async function secondsUnread(pool: pg.Pool, now: Date): Promise<Record<'hosts' | 'platform', number>> {
  const { rows } = await pool.query<{ is_platform: boolean; since: Date | null }>(UNREAD, [now]);
  const seconds = (isPlatform: boolean): number => {
    const since = rows.find((row) => row.is_platform === isPlatform)?.since;
    return since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0;
  };
  return { hosts: seconds(false), platform: seconds(true) };
}
