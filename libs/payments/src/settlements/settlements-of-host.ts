import type { SettlementState } from '@abato/contracts';
import type { Query } from '../payouts/settlement-accounts.js';

/** One payment of the provider to a host's settlement account. Amounts in pesewas. */
export interface HostSettlement {
  id: string;
  /** The provider's number of it. */
  providerId: string;
  /** What reaches the account. Only of a `SUCCESS` has the host received it. */
  amountPesewas: number;
  /** Kept back for money that went to payers. */
  deductionsPesewas: number;
  status: SettlementState;
  /** The provider's day of it. */
  settledAt: Date;
  /** When it was posted to the journal; null: it is not there. */
  bookedAt: Date | null;
}

/**
 * Settlements of a host by the provider's day, the oldest first.
 * @param span `to` is not included
 */
export async function settlementsOfHost(
  sql: Query,
  hostId: string,
  span: { from: Date; to: Date },
): Promise<HostSettlement[]> {
  return sql.query<HostSettlement[]>(
    `SELECT id, provider_id AS "providerId", amount_pesewas AS "amountPesewas", deductions_pesewas AS "deductionsPesewas", status,
       settled_at AS "settledAt", booked_at AS "bookedAt"
     FROM settlements WHERE host_id = $1 AND settled_at >= $2 AND settled_at < $3 ORDER BY settled_at, provider_id`,
    [hostId, span.from, span.to],
  );
}
