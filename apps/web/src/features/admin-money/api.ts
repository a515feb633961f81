import type {
  Bank,
  FeePolicyInput,
  FeePolicyView,
  HostBalance,
  HostView,
  ResolveAccountInput,
  ResolvedAccount,
  SettlementAccount,
  SettlementAccountInput,
  SettlementAccountType,
} from '@abato/contracts';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/api';
import { api } from '@/lib/api';

const path = (hostId: string, what: string): string => `/hosts/${encodeURIComponent(hostId)}${what}`;
const keys = (hostId: string, what: string) => [...adminKeys.hosts, hostId, what] as const;

/** GET /hosts/{id}. */
export const hostQuery = (hostId: string) =>
  queryOptions({
    queryKey: keys(hostId, 'host'),
    queryFn: ({ signal }) => api.get<HostView>(path(hostId, ''), { signal }),
  });

/** GET /hosts/{id}/balance. */
export const balanceQuery = (hostId: string) =>
  queryOptions({
    queryKey: keys(hostId, 'balance'),
    queryFn: ({ signal }) => api.get<HostBalance>(path(hostId, '/balance'), { signal }),
  });

/** GET /hosts/{id}/fee-policy. */
export const feesQuery = (hostId: string) =>
  queryOptions({
    queryKey: keys(hostId, 'fees'),
    queryFn: ({ signal }) => api.get<FeePolicyView>(path(hostId, '/fee-policy'), { signal }),
  });

/** PUT /hosts/{id}/fee-policy: the next version. */
export const setFees = (hostId: string, input: FeePolicyInput): Promise<FeePolicyView> =>
  api.put(path(hostId, '/fee-policy'), input);

/** GET /hosts/{id}/settlement-account. */
export const accountQuery = (hostId: string) =>
  queryOptions({
    queryKey: keys(hostId, 'account'),
    queryFn: ({ signal }) => api.get<SettlementAccount>(path(hostId, '/settlement-account'), { signal }),
  });

const BANKS_AGE_MS = 3_600_000;

/** GET /hosts/banks. */
export const banksQuery = (type: SettlementAccountType) =>
  queryOptions({
    queryKey: [...adminKeys.hosts, 'banks', type],
    queryFn: ({ signal }) => api.get<Bank[]>(`/hosts/banks?type=${type}`, { signal }),
    staleTime: BANKS_AGE_MS,
  });

/** POST /hosts/{id}/settlement-account/resolve: whose account it is. */
export const resolveAccount = (hostId: string, input: ResolveAccountInput): Promise<ResolvedAccount> =>
  api.post(path(hostId, '/settlement-account/resolve'), input);

/** PUT /hosts/{id}/settlement-account: it waits for approval. */
export const enterAccount = (hostId: string, input: SettlementAccountInput): Promise<SettlementAccount> =>
  api.put(path(hostId, '/settlement-account'), input);

/** DELETE /hosts/{id}/settlement-account: a super admin rejects so. */
export const withdrawAccount = (hostId: string): Promise<SettlementAccount> =>
  api.delete(path(hostId, '/settlement-account'));
