import type { FeePolicyInput, SettlementAccountInput } from '@abato/contracts';
import { hostPath } from '@/lib/admin/api';
import { api } from '@/lib/api';

/** The next version. */
export const setFees = (hostId: string, input: FeePolicyInput) =>
  api.put(hostPath(hostId, '/fee-policy'), input);
export const accountPath = (hostId: string) => hostPath(hostId, '/settlement-account');
/** It waits for approval. */
export const enterAccount = (hostId: string, input: SettlementAccountInput) =>
  api.put(accountPath(hostId), input);
export const withdrawAccount = (hostId: string) => api.delete(accountPath(hostId));
