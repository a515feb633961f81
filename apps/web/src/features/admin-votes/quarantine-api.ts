import {
  DEFAULT_PAGE_SIZES,
  type QuarantineInput,
  type QuarantinePreview,
  type QuarantineSelection,
  type QuarantineView,
} from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys, keepRowsOf } from '@/lib/admin/api';
import { api, queryString } from '@/lib/api';

const pathOf = (contestId: string): string => `/contests/${encodeURIComponent(contestId)}/quarantine`;

/** GET /contests/{id}/quarantine. */
export function quarantinesQuery(contestId: string, page: number) {
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.adminContests });
  return queryOptions({
    queryKey: [...adminKeys.contest(contestId), 'quarantines', page],
    queryFn: ({ signal }) => api.page<QuarantineView>(`${pathOf(contestId)}${query}`, { signal }),
    placeholderData: keepRowsOf(contestId),
  });
}

/** POST /contests/{id}/quarantine/preview: changes nothing. */
export function previewQuarantine(contestId: string, of: QuarantineSelection): Promise<QuarantinePreview> {
  return api.post(`${pathOf(contestId)}/preview`, of);
}

/** POST /contests/{id}/quarantine. */
export function askQuarantine(contestId: string, input: QuarantineInput): Promise<QuarantineView> {
  return api.post(pathOf(contestId), input);
}

/** POST /contests/{id}/quarantine/{quarantineId}/confirm, reject or undo. */
export function decideQuarantine(
  { contestId, id }: QuarantineView,
  what: 'confirm' | 'reject' | 'undo',
): Promise<QuarantineView> {
  return api.post(`${pathOf(contestId)}/${id}/${what}`);
}
