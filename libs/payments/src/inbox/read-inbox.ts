import { type SqlRunner } from '@abato/database';
import { inBatches, retryDelayMs } from '@abato/jobs';
import { parseWebhook } from '@abato/paystack';
import { refundTold } from '../refunds/returns.js';
import type { PaymentUpdate } from '../confirm/lock-and-read.js';
import type { Confirmation, ConfirmingTransaction } from '../confirm/confirmation.service.js';

/** Rows settled by one transaction: enough to share its cost, few enough to hold its locks for some milliseconds only. */
const ROWS_AT_ONCE = 200;
/** A row that failed, or whose process died over it, is tried again after this long. */
const PUT_OFF_MS = 30_000;
/** A reference unknown for this long is not ours: the row stays, and is no longer tried. */
const GIVE_UP_AFTER_MS = 72 * 3_600_000;
/** A row that failed so often is set aside: it is no longer tried until a person asks for it (ADR 10). */
const SET_ASIDE_AFTER = 10;
const LONGEST_ERROR = 300;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;

/**
 * Work through the due rows of the inbox, many in one transaction with what they settle: a crash leaves both undone or both
 * done. When one row makes that fail, each is tried by itself, so that it delays no other.
 * @param failed called for a row that cannot be processed; it is tried again later, and set aside after too many tries
 * @param stopping ends it after the batch in hand
 */
export async function readInbox(
  confirmation: Pick<Confirmation, 'transaction'>,
  failed: (error: Error, setAside?: boolean) => void,
  stopping?: AbortSignal,
): Promise<void> {
  await inBatches(ROWS_AT_ONCE, stopping, async () => {
    try {
      return await confirmation.transaction(async (transaction) => {
        const rows = await takeDueWebhooks(transaction.sql, transaction.now, ROWS_AT_ONCE);
        await confirmRows(transaction, rows);
        return rows.length;
      });
    } catch (error) {
      failed(error as Error);
      return await readOneByOne(confirmation, failed);
    }
  });
}

async function readOneByOne(
  confirmation: Pick<Confirmation, 'transaction'>,
  failed: (error: Error, setAside?: boolean) => void,
): Promise<number> {
  const rows = await confirmation.transaction(({ sql, now }) => putOffDueWebhooks(sql, now, ROWS_AT_ONCE));
  for (const row of rows) {
    try {
      await confirmation.transaction((transaction) => confirmRows(transaction, [row]));
    } catch (error) {
      const { message } = error as Error;
      const setAside = await confirmation.transaction(({ sql, now }) =>
        webhookFailed(sql, row, message, now),
      );
      failed(error as Error, setAside);
    }
  }
  return rows.length;
}

async function confirmRows(
  { sql, now, confirmTogether }: ConfirmingTransaction,
  rows: readonly InboxRow[],
): Promise<void> {
  const read = rows.map((row) => ({ row, content: updateIn(row) }));
  const telling = read.flatMap(({ row, content }) =>
    typeof content === 'string' ? [] : [{ row, update: content }],
  );
  const results = await confirmTogether(telling.map(({ update }) => update));
  const closed: { id: number; outcome: string }[] = read.flatMap(({ row, content }) =>
    typeof content === 'string' ? [{ id: row.id, outcome: content }] : [],
  );
  for (const [index, { row }] of telling.entries()) {
    const result = results[index];
    if (result) closed.push({ id: row.id, outcome: result.situation });
    else await retryWebhookLater(sql, row, now);
  }
  await closeWebhooks(sql, closed, now);
}

/** @returns the update to settle, or what becomes of a webhook that has none */
function updateIn({ body, received_at: receivedAt }: InboxRow): PaymentUpdate | 'ignored' | 'noted' {
  const event = parseWebhook(body);
  const { reference } = event;
  if (event.kind === 'other' || !reference) return 'ignored';
  const proof = event.kind === 'refund' ? refundTold(event.status) : { ...event.proof, receivedAt };
  const dispute = event.kind === 'transaction' ? event.dispute : undefined;
  return proof ? { reference, proof, source: 'webhook', ...(dispute && { dispute }) } : 'noted';
}

interface InboxRow {
  id: number;
  body: Buffer;
  received_at: Date;
  attempts: number;
}

/** Open rows that are due, oldest first; locked until the caller's transaction ends, and no other reader waits for them. */
async function takeDueWebhooks(sql: SqlRunner, now: Date, limit: number): Promise<InboxRow[]> {
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
async function putOffDueWebhooks(sql: SqlRunner, now: Date, limit: number): Promise<InboxRow[]> {
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
async function closeWebhooks(
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
async function webhookFailed(
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
async function retryWebhookLater(sql: SqlRunner, row: InboxRow, now: Date): Promise<void> {
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
