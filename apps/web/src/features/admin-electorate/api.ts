import type { AddedElectors } from '@abato/contracts';
import { api } from '@/lib/api';

const path = (contestId: string) => `/contests/${encodeURIComponent(contestId)}/electorate`;

export const addPhones = (contestId: string, csv: Blob) =>
  api.post<AddedElectors>(path(contestId), new Blob([csv], { type: 'text/csv' }));
/** New ballot codes, which this answer shows and no other. */
export const makeCodes = (contestId: string, codes: number) =>
  api.post<AddedElectors>(path(contestId), { codes });
/** Of a draft. */
export const clearElectorate = (contestId: string) => api.delete(path(contestId));
