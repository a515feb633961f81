import { MAX_PAGE_SIZE, type HostView, type Role } from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, queryString } from '@/lib/api';
import { adminKeys } from './keys';

/** Screens show 100 hosts to a page (specification §7). */
const SCREEN_PAGE_SIZE = 100;

function hosts(role: Role, page: number, pageSize: number) {
  const path = role === 'SUPER_ADMIN' ? '/hosts/admin/all' : '/hosts';
  return queryOptions({
    queryKey: [...adminKeys.hosts, role, page, pageSize],
    queryFn: ({ signal }) =>
      api.page<HostView>(`${path}${queryString({ page, pageSize })}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** GET /hosts (own ones), for super admins GET /hosts/admin/all. */
export function hostListQuery(role: Role, page = 1) {
  return hosts(role, page, SCREEN_PAGE_SIZE);
}

/** Every host the signed-in person may see, to choose one from. */
export function hostChoiceQuery(role: Role) {
  return hosts(role, 1, MAX_PAGE_SIZE);
}
