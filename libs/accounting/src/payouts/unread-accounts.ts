import type pg from 'pg';
import { sqlFile } from '@abato/database';

const UNREAD = sqlFile(import.meta.url, './unread-accounts.sql');
type Whose = 'hosts' | 'platform';

/** When the account was last read that has not been read for longest; one that never was, when it came into force. Null without an account. */
export async function unreadSince(pool: pg.Pool, now: Date): Promise<Record<Whose, Date | null>> {
  const { rows } = await pool.query<{ is_platform: boolean; since: Date | null }>(UNREAD, [now]);
  const since = (isPlatform: boolean): Date | null =>
    rows.find((row) => row.is_platform === isPlatform)?.since ?? null;
  return { hosts: since(false), platform: since(true) };
}

/** How long settlements have not been read, in seconds: of the host for which it is longest, and of the platform. 0 without an account. */
export async function secondsUnread(pool: pg.Pool, now: Date): Promise<Record<Whose, number>> {
  const { hosts, platform } = await unreadSince(pool, now);
  const seconds = (since: Date | null): number =>
    since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0;
  return { hosts: seconds(hosts), platform: seconds(platform) };
}
