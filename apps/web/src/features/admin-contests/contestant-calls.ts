import type { ContestantView } from '@abato/contracts';
import { formData } from '@/lib/admin/form-data';
import { api } from '@/lib/api';

export interface ContestantInput {
  categoryId: string;
  name: string;
  bio: string;
  order: number;
  photo?: File;
}

/** POST /contestants, or PUT /contestants/{id}; multipart because of the photo. */
export function saveContestant(
  contestantId: string | undefined,
  { categoryId, name, bio, order, photo }: ContestantInput,
): Promise<ContestantView> {
  return contestantId
    ? api.put(`/contestants/${contestantId}`, formData({ name, bio, order, photo }))
    : api.post('/contestants', formData({ categoryId, name, bio, order, photo }));
}

/** DELETE /contestants/{id}, with the votes. */
export function deleteContestant(contestantId: string): Promise<null> {
  return api.delete(`/contestants/${contestantId}`);
}
