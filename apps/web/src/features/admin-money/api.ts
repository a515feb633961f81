import type {
  FeePolicyInput,
  FeePolicyView,
  HostBalance,
  HostView,
  ResolveAccountInput,
  ResolvedAccount,
  SettlementAccount,
  SettlementAccountInput,
  Statement,
  SettlementView,
} from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { hostKey, hostPath } from '@/lib/admin/api';
import { api, queryString } from '@/lib/api';

/** GET /hosts/{id}. */
export const hostQuery = (hostId: string) =>
  queryOptions({
    queryKey: hostKey(hostId, 'host'),
    queryFn: ({ signal }) => api.get<HostView>(hostPath(hostId, ''), { signal }),
  });

/** GET /hosts/{id}/balance. */
export const balanceQuery = (hostId: string) =>
  queryOptions({
    queryKey: hostKey(hostId, 'balance'),
    queryFn: ({ signal }) => api.get<HostBalance>(hostPath(hostId, '/balance'), { signal }),
  });

/** GET /hosts/{id}/fee-policy. */
export const feesQuery = (hostId: string) =>
  queryOptions({
    queryKey: hostKey(hostId, 'fees'),
    queryFn: ({ signal }) => api.get<FeePolicyView>(hostPath(hostId, '/fee-policy'), { signal }),
  });

/** PUT /hosts/{id}/fee-policy: the next version. */
export const setFees = (hostId: string, input: FeePolicyInput): Promise<FeePolicyView> =>
  api.put(hostPath(hostId, '/fee-policy'), input);

/** GET /hosts/{id}/statements: the newest first. */
export const statementsQuery = (hostId: string, page: number) =>
  queryOptions({
    queryKey: [...hostKey(hostId, 'statements'), page],
    queryFn: ({ signal }) =>
      api.page<Statement>(hostPath(hostId, `/statements${queryString({ page })}`), { signal }),
    placeholderData: keepPreviousData,
  });

/** GET /hosts/{id}/statements/{number}.{format}: a file. */
export const statementPath = (hostId: string, number: number, format: 'pdf' | 'csv' | 'ledger'): string =>
  hostPath(hostId, `/statements/${number}.${format}`);

const SETTLEMENTS_PER_PAGE = 10;

/** GET /hosts/{id}/settlements. */
export const settlementsQuery = (hostId: string, page: number) =>
  queryOptions({
    queryKey: [...hostKey(hostId, 'settlements'), page],
    queryFn: ({ signal }) =>
      api.page<SettlementView>(
        hostPath(hostId, `/settlements${queryString({ page, pageSize: SETTLEMENTS_PER_PAGE })}`),
        { signal },
      ),
  });

/** POST /hosts/{id}/settlement-account/resolve: whose account it is. */
export const resolveAccount = (hostId: string, input: ResolveAccountInput): Promise<ResolvedAccount> =>
  api.ask(hostPath(hostId, '/settlement-account/resolve'), input);

/** PUT /hosts/{id}/settlement-account: it waits for approval. */
export const enterAccount = (hostId: string, input: SettlementAccountInput): Promise<SettlementAccount> =>
  api.put(hostPath(hostId, '/settlement-account'), input);

/** DELETE /hosts/{id}/settlement-account: a super admin rejects so. */
export const withdrawAccount = (hostId: string): Promise<SettlementAccount> =>
  api.delete(hostPath(hostId, '/settlement-account'));
