import type { UserView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reads } from './api';
import { useSession } from './session';

/** GET /auth/profile. In lib because the guards, the profile and the pending page all read it. */
export const profileQuery = reads<UserView>(['profile'], '/auth/profile', { staleTime: 15_000 });

/** Keeps the stored user as the server knows it. @returns the query, for pages that show the profile */
export function useProfileRefresh(refetchInterval: number | false = false) {
  const { user, updateUser } = useSession();
  const query = useQuery({ ...profileQuery, enabled: user !== null, refetchInterval });
  useEffect(() => {
    if (query.data) updateUser(query.data);
  }, [query.data, updateUser]);
  return query;
}
