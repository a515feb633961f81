import type { Receipt } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { api } from './api';
import { keepReceipt, keptReceipt } from './kept-receipts';

/** Fetches and keeps the signed statement of a paid vote as soon as its code is known. A free vote's comes with the answer to the cast. */
export function useKeptReceipt(code: string | null): void {
  useQuery({
    queryKey: ['kept-receipt', code],
    queryFn: async ({ signal }) => {
      const { statement } = await api.get<Receipt>(`/receipts/${encodeURIComponent(code ?? '')}`, { signal });
      if (statement) keepReceipt(statement);
      return statement;
    },
    enabled: code !== null && keptReceipt(code) === null,
    staleTime: Infinity,
  });
}
