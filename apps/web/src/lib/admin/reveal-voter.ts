import type { RevealedVoter } from '@abato/contracts';
import { api } from '@/lib/api';

/** POST /votes/{id}/reveal or /payments/{id}/reveal: a masked voter in full. Every call is written to the audit log. */
export function revealVoter(kind: 'votes' | 'payments', id: string): Promise<RevealedVoter> {
  return api.post(`/${kind}/${id}/reveal`);
}
