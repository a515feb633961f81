import type { PublicFigures } from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REREAD_MS = 60_000;

/** GET /contests/public/figures. */
export const publicFiguresQuery = queryOptions({
  queryKey: ['public-figures'],
  queryFn: ({ signal }) => api.get<PublicFigures>('/contests/public/figures', { signal }),
  refetchInterval: REREAD_MS,
});
