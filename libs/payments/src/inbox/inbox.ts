import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Leaves a fresh row to the queue job for this long before the sweep takes it. */
const FIRST_SWEEP_AFTER_MS = 3_000;
/** A reference unknown for this long is not ours: the row stays, and is no longer tried. */
const GIVE_UP_AFTER_MS = 72 * 3_600_000;
const MAX_WAIT_SECONDS = 3_600;

/**
 * Keep a webhook. Durable when this returns: only then may the provider be answered with 200.
 * @param rawBody bytes whose signature was checked
 * @returns the row's id, or null when these very bytes are kept already
 */
export async function keepWebhook(
  pool: pg.Pool,
  rawBody: Buffer,
  about: { event: string | null; reference: string | null },
  now: Date,
): Promise<number | null> {
  const kept = await pool.query<{ id: number }>(
    `INSERT INTO webhook_inbox (body_sha256, body, event, reference, received_at, next_attempt_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (body_sha256) DO NOTHING RETURNING id`,
    [
      createHash('sha256').update(rawBody).digest(),
      rawBody,
      about.event,
      about.reference,
      now,
      new Date(now.getTime() + FIRST_SWEEP_AFTER_MS),
    ],
  );
  return kept.rows[0]?.id ?? null;
}

export interface InboxRow {
  id: number;
  body: Buffer;
  received_at: Date;
  attempts: number;
}

/** @returns null when the row is processed already */
export async function openWebhook(pool: pg.Pool, id: number): Promise<InboxRow | null> {
  const { rows } = await pool.query<InboxRow>(
    `SELECT id, body, received_at, attempts FROM webhook_inbox WHERE id = $1 AND processed_at IS NULL`,
    [id],
  );
  return rows[0] ?? null;
}

/** Rows that are due; each is put off first, so that two sweepers do not take the same one and a crash does not lose it. */
export async function claimDueWebhooks(pool: pg.Pool, now: Date, limit: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `UPDATE webhook_inbox SET next_attempt_at = $2
     WHERE id IN (SELECT id FROM webhook_inbox WHERE processed_at IS NULL AND next_attempt_at <= $1
       ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [now, new Date(now.getTime() + 30_000), limit],
  );
  return rows.map((row) => row.id);
}

export async function closeWebhook(pool: pg.Pool, id: number, outcome: string, now: Date): Promise<void> {
  await pool.query(
    `UPDATE webhook_inbox SET processed_at = $2, outcome = $3, attempts = attempts + 1, next_attempt_at = NULL
     WHERE id = $1 AND processed_at IS NULL`,
    [id, now, outcome],
  );
}

/** The reference is unknown (yet): try again after a growing while, and give up after three days. */
export async function retryWebhookLater(pool: pg.Pool, row: InboxRow, now: Date): Promise<void> {
  if (now.getTime() - row.received_at.getTime() > GIVE_UP_AFTER_MS) {
    await closeWebhook(pool, row.id, 'unknown-reference', now);
    return;
  }
  const seconds = Math.min(5 * 2 ** Math.min(row.attempts, 12), MAX_WAIT_SECONDS);
  await pool.query(
    `UPDATE webhook_inbox SET attempts = attempts + 1, outcome = 'unknown-reference', next_attempt_at = $2 WHERE id = $1`,
    [row.id, new Date(now.getTime() + seconds * 1000)],
  );
}
