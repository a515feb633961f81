import { inBatches } from '@abato/jobs';
import { parseWebhook } from '../paystack/parse-webhook.js';
import { refundTold } from '../refunds/refund-proof.js';
import type { PaymentUpdate } from '../settlement/payment-update.js';
import type { Settlement, SettlingTransaction } from '../settlement/settlement.service.js';
import {
  closeWebhooks,
  type InboxRow,
  putOffDueWebhooks,
  retryWebhookLater,
  takeDueWebhooks,
  webhookFailed,
} from './inbox.js';

/** Rows settled by one transaction: enough to share its cost, few enough to hold its locks for some milliseconds only. */
const ROWS_AT_ONCE = 200;

/**
 * Work through the due rows of the inbox, many in one transaction with what they settle: a crash leaves both undone or both
 * done. When one row makes that fail, each is tried by itself, so that it delays no other.
 * @param failed called for a row that cannot be processed; it is tried again later, and set aside after too many tries
 * @param stopping ends it after the batch in hand
 */
export async function readInbox(
  settlement: Pick<Settlement, 'transaction'>,
  failed: (error: Error, setAside?: boolean) => void,
  stopping?: AbortSignal,
): Promise<void> {
  await inBatches(ROWS_AT_ONCE, stopping, async () => {
    try {
      return await settlement.transaction(async (transaction) => {
        const rows = await takeDueWebhooks(transaction.sql, transaction.now, ROWS_AT_ONCE);
        await settleRows(transaction, rows);
        return rows.length;
      });
    } catch (error) {
      failed(error as Error);
      return await readOneByOne(settlement, failed);
    }
  });
}

async function readOneByOne(
  settlement: Pick<Settlement, 'transaction'>,
  failed: (error: Error, setAside?: boolean) => void,
): Promise<number> {
  const rows = await settlement.transaction(({ sql, now }) => putOffDueWebhooks(sql, now, ROWS_AT_ONCE));
  for (const row of rows) {
    try {
      await settlement.transaction((transaction) => settleRows(transaction, [row]));
    } catch (error) {
      const { message } = error as Error;
      const setAside = await settlement.transaction(({ sql, now }) => webhookFailed(sql, row, message, now));
      failed(error as Error, setAside);
    }
  }
  return rows.length;
}

async function settleRows(
  { sql, now, settleTogether }: SettlingTransaction,
  rows: readonly InboxRow[],
): Promise<void> {
  const read = rows.map((row) => ({ row, content: updateIn(row.body) }));
  const telling = read.flatMap(({ row, content }) =>
    typeof content === 'string' ? [] : [{ row, update: content }],
  );
  const results = await settleTogether(telling.map(({ update }) => update));
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
function updateIn(body: Buffer): PaymentUpdate | 'ignored' | 'noted' {
  const event = parseWebhook(body);
  const { reference } = event;
  if (event.kind === 'other' || !reference) return 'ignored';
  const proof = event.kind === 'refund' ? refundTold(event.status) : event.proof;
  const dispute = event.kind === 'transaction' ? event.dispute : undefined;
  return proof ? { reference, proof, source: 'webhook', ...(dispute && { dispute }) } : 'noted';
}
