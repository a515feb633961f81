import type { DisputeView } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/api';
import { api } from '@/lib/api';

/** A dispute may be opened or decided at any time, and no message announces it. */
const REREAD_MS = 60_000;

/** GET /payments/disputes. */
export const disputesQuery = queryOptions({
  queryKey: [...adminKeys.all, 'disputes'],
  queryFn: ({ signal }) => api.get<DisputeView[]>('/payments/disputes', { signal }),
  refetchInterval: REREAD_MS,
});

/** POST /payments/disputes/{id}/evidence. The file goes in the body as base64. */
export async function addEvidence(id: string, serviceDetails: string, file?: File): Promise<null> {
  const attached = file && { file: await base64Of(file), fileName: file.name, fileType: file.type };
  return api.post(`/payments/disputes/${id}/evidence`, { serviceDetails, ...attached });
}

export type DisputeAnswer = 'accept' | 'decline';

/** POST /payments/disputes/{id}/resolve. */
export function resolveDispute(id: string, answer: DisputeAnswer, message: string): Promise<null> {
  return api.post(`/payments/disputes/${id}/resolve`, { answer, message });
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // In parts: all bytes at once are too many arguments.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
