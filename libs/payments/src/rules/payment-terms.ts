import { type FeePolicy, NO_FEE, partsOf } from '@abato/contracts';

/** How the provider divides a payment: the parameters of its API. */
export interface ProviderSplit {
  subaccount: string;
  /** Whole pesewas that the main account takes. */
  transactionCharge: number;
  /** Who pays the provider's fee. */
  bearer: 'account' | 'subaccount';
}

/** What holds for one payment from its beginning on, whatever changes later (ADR 121). */
export interface PaymentTerms {
  hostId: string;
  /** 0: the host has no policy. */
  policyVersion: number;
  bearer: FeePolicy['bearer'];
  /** Pesewas that the main account takes before the provider's fee. */
  charge: number;
  /** null: the host has no account in force, everything goes to the main account. */
  split: ProviderSplit | null;
}

/** @param amount whole pesewas. @param policy null: none was set */
export function termsOf(
  amount: number,
  host: { id: string; policy: (FeePolicy & { version: number }) | null; subaccount: string | null },
): PaymentTerms {
  const { bearer, ...policy } = host.policy ?? { ...NO_FEE, version: 0 };
  const { charge } = partsOf(amount, { bearer, ...policy });
  return {
    hostId: host.id,
    policyVersion: policy.version,
    bearer,
    charge,
    split: host.subaccount
      ? {
          subaccount: host.subaccount,
          transactionCharge: charge,
          bearer: bearer === 'host' ? 'subaccount' : 'account',
        }
      : null,
  };
}

/** The fields of `initialize` and `charge`; none for a payment that is not split. */
export const splitFields = (split: ProviderSplit | null | undefined): object =>
  split
    ? { subaccount: split.subaccount, transaction_charge: split.transactionCharge, bearer: split.bearer }
    : {};
