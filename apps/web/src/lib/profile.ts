import type { UserView } from '@abato/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from './api';
import { useSession } from './session';

/** GET /auth/profile. In lib because the guards, the profile and the pending page all read it. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.get<UserView>('/auth/profile', { signal }),
  staleTime: 15_000,
});

/** Keeps the stored user as the server knows it. @returns the query, for pages that show the profile */
export function useProfileRefresh(refetchInterval: number | false = false) {
  const { user, updateUser } = useSession();
  const query = useQuery({ ...profileQuery, enabled: user !== null, refetchInterval });
  useEffect(() => {
    if (query.data) updateUser(query.data);
  }, [query.data, updateUser]);
  return query;
}
