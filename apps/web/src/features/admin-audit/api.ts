import { DEFAULT_PAGE_SIZES, type AuditEntryView } from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/api';
import { api, queryString } from '@/lib/api';

/** As the form holds them; blank ones are left out. Days are YYYY-MM-DD. */
export interface AuditFilterValues {
  action: string;
  subjectType: string;
  actor: string;
  subject: string;
  from: string;
  to: string;
}

/** GET /audit, 100 to a page, newest first. */
export function auditQuery(filters: AuditFilterValues, page: number) {
  const query = queryString({ ...filters, page, pageSize: DEFAULT_PAGE_SIZES.audit });
  return queryOptions({
    queryKey: [...adminKeys.all, 'audit', query],
    queryFn: ({ signal }) => api.page<AuditEntryView>(`/audit${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
}
