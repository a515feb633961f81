import { api } from '@/lib/api';

/** DELETE /contests/{id}, with everything in it. */
export function deleteContest(contestId: string): Promise<null> {
  return api.delete(`/contests/${contestId}`);
}
