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
import { keepPreviousData } from '@tanstack/react-query';
import { hostKey, hostPath } from '@/lib/admin/api';
import { api, queryString } from '@/lib/api';
import { reads, readsPage } from '@/lib/read';

/** GET /hosts/{id}. */
export const hostQuery = (hostId: string) => reads<HostView>(hostKey(hostId, 'host'), hostPath(hostId, ''));

/** GET /hosts/{id}/balance. */
export const balanceQuery = (hostId: string) =>
  reads<HostBalance>(hostKey(hostId, 'balance'), hostPath(hostId, '/balance'));

/** GET /hosts/{id}/fee-policy. */
export const feesQuery = (hostId: string) =>
  reads<FeePolicyView>(hostKey(hostId, 'fees'), hostPath(hostId, '/fee-policy'));

/** PUT /hosts/{id}/fee-policy: the next version. */
export const setFees = (hostId: string, input: FeePolicyInput): Promise<FeePolicyView> =>
  api.put(hostPath(hostId, '/fee-policy'), input);

/** GET /hosts/{id}/statements: the newest first. */
export const statementsQuery = (hostId: string, page: number) =>
  readsPage<Statement>(
    [...hostKey(hostId, 'statements'), page],
    hostPath(hostId, `/statements${queryString({ page })}`),
    { placeholderData: keepPreviousData },
  );

/** GET /hosts/{id}/statements/{number}.{format}: a file. */
export const statementPath = (hostId: string, number: number, format: 'pdf' | 'csv' | 'ledger'): string =>
  hostPath(hostId, `/statements/${number}.${format}`);

const SETTLEMENTS_PER_PAGE = 10;

/** GET /hosts/{id}/settlements. */
export const settlementsQuery = (hostId: string, page: number) =>
  readsPage<SettlementView>(
    [...hostKey(hostId, 'settlements'), page],
    hostPath(hostId, `/settlements${queryString({ page, pageSize: SETTLEMENTS_PER_PAGE })}`),
  );

/** POST /hosts/{id}/settlement-account/resolve: whose account it is. */
export const resolveAccount = (hostId: string, input: ResolveAccountInput): Promise<ResolvedAccount> =>
  api.ask(hostPath(hostId, '/settlement-account/resolve'), input);

/** PUT /hosts/{id}/settlement-account: it waits for approval. */
export const enterAccount = (hostId: string, input: SettlementAccountInput): Promise<SettlementAccount> =>
  api.put(hostPath(hostId, '/settlement-account'), input);

/** DELETE /hosts/{id}/settlement-account: a super admin rejects so. */
export const withdrawAccount = (hostId: string): Promise<SettlementAccount> =>
  api.delete(hostPath(hostId, '/settlement-account'));
