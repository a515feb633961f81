import type pg from 'pg';
import { inTransaction, type SqlRunner } from '@abato/database';
import { inBatches } from '@abato/jobs';
import { parseWebhook } from '../paystack/parse-webhook.js';
import { refundProof } from '../refunds/refund-news.js';
import { settleTogether } from '../settlement/settle.js';
import type { News, SettleContext, Settlement } from '../settlement/settlement.js';
import {
  closeWebhooks,
  type InboxRow,
  putOffDueWebhooks,
  retryWebhookLater,
  takeDueWebhooks,
} from './inbox.js';

/** Rows settled by one transaction: enough to share its cost, few enough to hold its locks for some milliseconds only. */
const ROWS_AT_ONCE = 200;

/** News that was settled and is committed. */
export interface Settled {
  news: News;
  settlement: Settlement;
}

/**
 * Work through the due rows of the inbox, many in one transaction with what they settle: a crash leaves both undone or both
 * done. When one row makes that fail, each is tried by itself, so that it holds up nobody else.
 * @param told called after each commit
 * @param failed called for a row that cannot be processed; it is tried again later
 * @param stopping ends it after the batch in hand
 */
export async function readInbox(
  pool: pg.Pool,
  contextNow: () => SettleContext,
  told: (settled: Settled[]) => Promise<void>,
  failed: (error: Error) => void,
  stopping?: AbortSignal,
): Promise<void> {
  await inBatches(ROWS_AT_ONCE, stopping, async () => {
    const context = contextNow();
    try {
      const done = await inTransaction(pool, async (sql) => {
        const rows = await takeDueWebhooks(sql, context.now, ROWS_AT_ONCE);
        return { rows: rows.length, settled: await settleRows(sql, rows, context) };
      });
      await told(done.settled);
      return done.rows;
    } catch (error) {
      failed(error as Error);
      return await readOneByOne(pool, context, told, failed);
    }
  });
}

async function readOneByOne(
  pool: pg.Pool,
  context: SettleContext,
  told: (settled: Settled[]) => Promise<void>,
  failed: (error: Error) => void,
): Promise<number> {
  const rows = await putOffDueWebhooks(pool, context.now, ROWS_AT_ONCE);
  for (const row of rows) {
    try {
      await told(await inTransaction(pool, (sql) => settleRows(sql, [row], context)));
    } catch (error) {
      failed(error as Error);
    }
  }
  return rows.length;
}

async function settleRows(
  sql: SqlRunner,
  rows: readonly InboxRow[],
  context: SettleContext,
): Promise<Settled[]> {
  const read = rows.map((row) => ({ row, said: newsIn(row.body) }));
  const telling = read.flatMap(({ row, said }) => (typeof said === 'string' ? [] : [{ row, news: said }]));
  const settlements = await settleTogether(
    sql,
    telling.map(({ news }) => news),
    context,
  );
  const closed: { id: number; outcome: string }[] = read.flatMap(({ row, said }) =>
    typeof said === 'string' ? [{ id: row.id, outcome: said }] : [],
  );
  const settled: Settled[] = [];
  for (const [index, { row, news }] of telling.entries()) {
    const settlement = settlements[index];
    if (settlement) {
      closed.push({ id: row.id, outcome: settlement.situation });
      settled.push({ news, settlement });
    } else await retryWebhookLater(sql, row, context.now);
  }
  await closeWebhooks(sql, closed, context.now);
  return settled;
}

/** @returns the news to settle, or what becomes of a webhook that has none */
function newsIn(body: Buffer): News | 'ignored' | 'noted' {
  const event = parseWebhook(body);
  const { reference } = event;
  if (event.kind === 'other' || !reference) return 'ignored';
  const proof = event.kind === 'refund' ? refundProof(event.status, event.amount) : event.proof;
  return proof ? { reference, proof, source: 'webhook' } : 'noted';
}
