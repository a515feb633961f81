/** How the provider divides a payment: the parameters of its API. */
export interface ProviderSplit {
  subaccount: string;
  /** Whole pesewas that the main account takes. */
  transactionCharge: number;
  /** Who pays the provider's fee. */
  bearer: 'account' | 'subaccount';
}

/** The fields of `initialize` and `charge`; none for a payment that is not split. */
export const splitFields = (split: ProviderSplit | null | undefined): object =>
  split
    ? { subaccount: split.subaccount, transaction_charge: split.transactionCharge, bearer: split.bearer }
    : {};

/** What a payment is for, as the provider's dashboard shows it. Nothing about the payer. */
export interface PaidFor {
  contest: string;
  nominee: string;
  votes: number;
}

/** The provider's dashboard and exports show `custom_fields`; other keys of metadata stay hidden. */
export function metadataOf({ contest, nominee, votes }: PaidFor): object {
  const field = (name: string, shown: string, value: string) => ({
    display_name: shown,
    variable_name: name,
    value,
  });
  return {
    custom_fields: [
      field('contest', 'Contest', contest),
      field('nominee', 'Nominee', nominee),
      field('votes', 'Votes', String(votes)),
    ],
  };
}
