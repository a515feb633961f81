import { DEFAULT_PAGE_SIZES, type AuditEntryView } from '@abato/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/api';
import { queryString } from '@/lib/api';
import { readsPage } from '@/lib/read';

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
  return readsPage<AuditEntryView>([...adminKeys.all, 'audit', query], `/audit${query}`, {
    placeholderData: keepPreviousData,
  });
}
