import type pg from 'pg';
import type { SqlRunner } from '@abato/database';
import { retryDelayMs } from '@abato/jobs';

/** Due at once, whatever the clocks of API and worker say. */
const AT_ONCE = new Date(0);
/** A row that failed, or whose process died over it, is tried again after this long. */
const PUT_OFF_MS = 30_000;
/** A reference unknown for this long is not ours: the row stays, and is no longer tried. */
const GIVE_UP_AFTER_MS = 72 * 3_600_000;
/** A row that failed so often is set aside: it is no longer tried until a person asks for it (ADR 85). */
export const SET_ASIDE_AFTER = 10;
const LONGEST_ERROR = 300;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;

/** A webhook whose signature was checked. */
export interface SignedWebhook {
  rawBody: Buffer;
  /** SHA-256 of the raw body: the same bytes are kept once. */
  digest: Buffer;
  event: string | null;
  reference: string | null;
}

export type Keeping = 'kept' | 'duplicate';

/** Keep webhooks. Durable when this returns: only then may the provider be answered with 200. */
export async function keepWebhooks(
  pool: pg.Pool,
  webhooks: readonly SignedWebhook[],
  now: Date,
): Promise<Keeping[]> {
  const { rows } = await pool.query<{ body_sha256: Buffer }>({
    name: 'keep-webhooks',
    text: `INSERT INTO webhook_inbox (body_sha256, body, event, reference, received_at, next_attempt_at)
      SELECT digest, body, event, reference, $5, $6
      FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[]) AS w (digest, body, event, reference)
      ON CONFLICT (body_sha256) DO NOTHING RETURNING body_sha256`,
    values: [
      webhooks.map(({ digest }) => digest),
      webhooks.map(({ rawBody }) => rawBody),
      webhooks.map(({ event }) => event),
      webhooks.map(({ reference }) => reference),
      now,
      AT_ONCE,
    ],
  });
  const kept = new Set(rows.map((row) => row.body_sha256.toString('hex')));
  // The same bytes twice in one batch: one of the two is the duplicate.
  return webhooks.map(({ digest }) => (kept.delete(digest.toString('hex')) ? 'kept' : 'duplicate'));
}

export interface InboxRow {
  id: number;
  body: Buffer;
  received_at: Date;
  attempts: number;
}

/** Open rows that are due, oldest first; locked until the caller's transaction ends, and no other reader waits for them. */
export async function takeDueWebhooks(sql: SqlRunner, now: Date, limit: number): Promise<InboxRow[]> {
  const { rows } = await sql.query<InboxRow>({
    name: 'take-due-webhooks',
    text: `SELECT id, body, received_at, attempts FROM webhook_inbox
      WHERE processed_at IS NULL AND next_attempt_at <= $1
      ORDER BY next_attempt_at, id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    values: [now, limit],
  });
  return rows;
}

/** Put due rows off, so that they can be tried one by one: neither a crash nor a second reader meets them at once. */
export async function putOffDueWebhooks(sql: SqlRunner, now: Date, limit: number): Promise<InboxRow[]> {
  const { rows } = await sql.query<InboxRow>(
    `UPDATE webhook_inbox SET next_attempt_at = $2
     WHERE id = ANY(ARRAY(
       SELECT id FROM webhook_inbox WHERE processed_at IS NULL AND next_attempt_at <= $1
       ORDER BY next_attempt_at, id LIMIT $3 FOR UPDATE SKIP LOCKED))
     RETURNING id, body, received_at, attempts`,
    [now, new Date(now.getTime() + PUT_OFF_MS), limit],
  );
  return rows;
}

/** Close rows: what they say is settled, in the same transaction. */
export async function closeWebhooks(
  sql: SqlRunner,
  closed: readonly { id: number; outcome: string }[],
  now: Date,
): Promise<void> {
  if (!closed.length) return;
  await sql.query({
    name: 'close-webhooks',
    text: `UPDATE webhook_inbox i SET processed_at = $1, outcome = c.outcome, attempts = attempts + 1, next_attempt_at = NULL
      FROM unnest($2::bigint[], $3::text[]) AS c (id, outcome)
      WHERE i.id = c.id AND i.processed_at IS NULL`,
    values: [now, closed.map(({ id }) => id), closed.map(({ outcome }) => outcome)],
  });
}

/**
 * Processing a row failed: it is tried again after a growing while, and set aside after `SET_ASIDE_AFTER` tries, so that no row is tried for
 * ever. A transaction of its own: the one that failed is rolled back.
 * @returns whether it was set aside now
 */
export async function webhookFailed(
  sql: SqlRunner,
  row: Pick<InboxRow, 'id' | 'attempts'>,
  error: string,
  now: Date,
): Promise<boolean> {
  const attempts = row.attempts + 1;
  const isLast = attempts >= SET_ASIDE_AFTER;
  const waitMs = Math.max(PUT_OFF_MS, retryDelayMs(attempts, FIRST_RETRY_MS, LONGEST_RETRY_MS));
  const { rowCount } = await sql.query(
    `UPDATE webhook_inbox SET attempts = $2, last_error = $3, next_attempt_at = $4, outcome = $5, processed_at = $6, set_aside_at = $6
     WHERE id = $1 AND processed_at IS NULL`,
    [
      row.id,
      attempts,
      error.slice(0, LONGEST_ERROR),
      isLast ? null : new Date(now.getTime() + waitMs),
      isLast ? 'set-aside' : null,
      isLast ? now : null,
    ],
  );
  return isLast && rowCount === 1;
}

/** The reference is unknown (yet): try again after a growing while, and give up after three days. */
export async function retryWebhookLater(sql: SqlRunner, row: InboxRow, now: Date): Promise<void> {
  if (now.getTime() - row.received_at.getTime() > GIVE_UP_AFTER_MS) {
    await closeWebhooks(sql, [{ id: row.id, outcome: 'unknown-reference' }], now);
    return;
  }
  const waitMs = retryDelayMs(row.attempts + 1, FIRST_RETRY_MS, LONGEST_RETRY_MS);
  await sql.query(
    `UPDATE webhook_inbox SET attempts = attempts + 1, outcome = 'unknown-reference', next_attempt_at = $2 WHERE id = $1`,
    [row.id, new Date(now.getTime() + waitMs)],
  );
}
