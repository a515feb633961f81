import { randomBytes } from 'node:crypto';
import type { SqlRunner } from '@abato/database';
import { newId, type Secrets } from '@abato/platform';
import { hashOfKey, HIDING_KEY_BYTES } from './hidden-entry.js';

export interface HidingKey {
  id: string;
  key: Buffer;
}

/** How a batch is written: for all to read, or hidden, and which key is revealed before it. */
export interface Visibility {
  isShown: boolean;
  /** Hides the batch. */
  hideWith: HidingKey | null;
  reveal: HidingKey | null;
}

/**
 * Whether results are shown at this moment, and the key that follows from it. To be read after the rows of a batch: none of them
 * was then cast after results were hidden again. While the contest's log is locked, so that no batch is hidden under a key that another one reveals.
 * @param makeKey makes one where entries are to be hidden and none is in use
 */
export async function readVisibility(
  sql: SqlRunner,
  contestId: string,
  secrets: Secrets,
  { makeKey, now }: { makeKey: boolean; now: Date },
): Promise<Visibility> {
  const { rows } = await sql.query<{ show_results: boolean; id: string | null; key_encrypted: Buffer }>(
    `SELECT c.show_results, k.id, k.key_encrypted FROM contests c
     LEFT JOIN log_keys k ON k.contest_id = c.id AND k.revealed_at IS NULL WHERE c.id = $1`,
    [contestId],
  );
  const isShown = rows[0]?.show_results ?? false;
  const current = rows[0]?.id
    ? { id: rows[0].id, key: Buffer.from(secrets.decrypt(rows[0].key_encrypted), 'base64') }
    : null;
  if (isShown) return { isShown, hideWith: null, reveal: current };
  const hideWith = current ?? (makeKey ? await addKey(sql, contestId, secrets, now) : null);
  return { isShown, hideWith, reveal: null };
}

async function addKey(sql: SqlRunner, contestId: string, secrets: Secrets, now: Date): Promise<HidingKey> {
  const made = { id: newId(), key: randomBytes(HIDING_KEY_BYTES) };
  await sql.query('INSERT INTO log_keys (id, contest_id, key_encrypted, made_at) VALUES ($1, $2, $3, $4)', [
    made.id,
    contestId,
    secrets.encrypt(made.key.toString('base64')),
    now,
  ]);
  return made;
}

/** Every key of a contest, by the hash that hidden entries name it by. @throws Error when one cannot be decrypted with this installation's key */
export async function readHidingKeys(
  sql: SqlRunner,
  contestId: string,
  secrets: Secrets,
): Promise<Map<string, Buffer>> {
  const { rows } = await sql.query<{ key_encrypted: Buffer }>(
    'SELECT key_encrypted FROM log_keys WHERE contest_id = $1',
    [contestId],
  );
  const keys = rows.map((row) => Buffer.from(secrets.decrypt(row.key_encrypted), 'base64'));
  return new Map(keys.map((key) => [hashOfKey(key), key]));
}
