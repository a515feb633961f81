import type { PendingPaymentRecord } from '@abato/contracts';
import { tabStorage } from '@/lib/tab-storage';

/* What the return page shows while it verifies (specification §3): kept for the browser session. */

const KEY = 'pendingPayment';

export function rememberPendingPayment(record: PendingPaymentRecord): void {
  tabStorage.write(KEY, record);
}

/** @returns null unless the record of this tab belongs to this payment */
export function readPendingPayment(reference: string): PendingPaymentRecord | null {
  const record = tabStorage.read<PendingPaymentRecord>(KEY);
  return record?.reference === reference ? record : null;
}

/** After a successful verification. */
export function forgetPendingPayment(): void {
  tabStorage.remove(KEY);
}
