import { type Receipt, VOTER_PHONE_HEADER } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api, reads } from '@/lib/api';
import { checkReceipt, checkStatement, logReader } from '@/lib/public-log/check-receipt';

/** A vote that is not in a checkpoint yet is looked for this often. */
const WAITING_READ_MS = 3_000;

const pathOf = (code: string): string => `/receipts/${encodeURIComponent(code)}`;

export const receiptQuery = (code: string) =>
  reads<Receipt>(['receipt', code], pathOf(code), {
    refetchInterval: ({ state }: { state: { data?: Receipt | undefined } }) =>
      state.data?.state === 'WAITING' ? WAITING_READ_MS : false,
  });

/** What this device finds out about a receipt that is in the log. */
export function checkQuery(receipt: Receipt) {
  return queryOptions({
    queryKey: ['receipt-check', receipt.code, receipt.checkpoint],
    queryFn: () => checkReceipt(receipt, logReader(receipt.contestId)),
    staleTime: Infinity,
    retry: 1,
  });
}

/** Whether the key of the log has signed a statement, and its minute is over by this device's clock. @param state of the receipt, whose change is looked at again */
export function statementQuery(note: string | null, state: string | undefined) {
  return queryOptions({
    queryKey: ['statement', note, state],
    queryFn: () => checkStatement(note ?? '', Date.now()),
    enabled: note !== null,
  });
}

/** The salt of the entry, for the voter's own number: in a header, because addresses end up in access logs. */
export async function readSalt(code: string, phone: string): Promise<string | null> {
  const { salt } = await api.get<Receipt>(pathOf(code), { headers: { [VOTER_PHONE_HEADER]: phone } });
  return salt ?? null;
}
