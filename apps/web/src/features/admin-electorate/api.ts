import type { AddedElectors } from '@abato/contracts';
import { api } from '@/lib/api';

const path = (contestId: string) => `/contests/${encodeURIComponent(contestId)}/electorate`;

/** POST /contests/{id}/electorate with a CSV of phone numbers. */
export function addPhones(contestId: string, csv: Blob): Promise<AddedElectors> {
  return api.post(path(contestId), new Blob([csv], { type: 'text/csv' }));
}

/** POST /contests/{id}/electorate: new ballot codes, which this answer shows and no other. */
export function makeCodes(contestId: string, codes: number): Promise<AddedElectors> {
  return api.post(path(contestId), { codes });
}

/** DELETE /contests/{id}/electorate: of a draft. */
export function clearElectorate(contestId: string): Promise<null> {
  return api.delete(path(contestId));
}
