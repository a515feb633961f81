import type { CategoryView } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/keys';
import { api } from '@/lib/api';

export interface CategoryInput {
  contestId: string;
  name: string;
  description: string;
  order: number;
}

/** GET /categories/{id}. */
export function categoryQuery(categoryId: string) {
  return queryOptions({
    queryKey: [...adminKeys.category(categoryId), 'detail'],
    queryFn: ({ signal }) =>
      api.get<CategoryView>(`/categories/${encodeURIComponent(categoryId)}`, { signal }),
  });
}

/** POST /categories, or PUT /categories/{id}. */
export function saveCategory(categoryId: string | undefined, input: CategoryInput): Promise<CategoryView> {
  const { contestId, name, description, order } = input;
  return categoryId
    ? api.put(`/categories/${categoryId}`, { name, description, order })
    : api.post('/categories', { contestId, name, description, order });
}

/** DELETE /categories/{id}, with its contestants. */
export function deleteCategory(categoryId: string): Promise<null> {
  return api.delete(`/categories/${categoryId}`);
}
