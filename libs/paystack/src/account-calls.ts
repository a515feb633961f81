import type { SettlementAccountType } from '@abato/contracts';
import { ProviderError } from './errors.js';
import { bigId, object, text } from './read.js';
import type { PaystackTransport } from './transport.js';

/** The provider's names for the two kinds of accounts in Ghana. */
const BANK_TYPES: Record<SettlementAccountType, string> = { mobile_money: 'mobile_money', bank: 'ghipss' };

export interface ProviderBank {
  /** Refunds name a bank by it, everything else by the code. */
  id: string | null;
  code: string;
  name: string;
}

/** An account that a part of each payment is settled to. */
export interface NewSubaccount {
  businessName: string;
  bankCode: string;
  accountNumber: string;
}

/** The provider's routes for banks and subaccounts. Every method throws ProviderError. */
export class AccountCalls {
  constructor(private readonly transport: PaystackTransport) {}

  /** Wallets or banks of Ghana, by name. */
  async banks(type: SettlementAccountType): Promise<ProviderBank[]> {
    const { data } = await this.transport.call(
      'list-banks',
      `/bank?${new URLSearchParams({ currency: 'GHS', type: BANK_TYPES[type], perPage: '100' })}`,
    );
    if (!Array.isArray(data)) throw new ProviderError('unknown', 'the list of banks is no list');
    return data.flatMap((item) => {
      const fields = object(item);
      const [code, name] = [text(fields.code), text(fields.name)];
      return code && name && fields.active !== false ? [{ id: bigId(fields.id), code, name }] : [];
    });
  }

  /** The name that an account has. @throws ProviderError 'rejected' when there is no such account */
  async resolve(bankCode: string, accountNumber: string): Promise<string> {
    const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode });
    const { data } = await this.transport.call('resolve-account', `/bank/resolve?${query}`);
    const name = text(object(data).account_name);
    if (!name) throw new ProviderError('rejected', 'the account has no name');
    return name;
  }

  /**
   * @returns the code that payments name it by. A call without an answer may have made one that is never used: it gets no money.
   */
  async createSubaccount({ businessName, bankCode, accountNumber }: NewSubaccount): Promise<string> {
    const { data } = await this.transport.call('create-subaccount', '/subaccount', {
      // Each payment names its own charge: the percentage is never used.
      body: {
        business_name: businessName,
        settlement_bank: bankCode,
        account_number: accountNumber,
        percentage_charge: 0,
      },
    });
    const code = text(object(data).subaccount_code);
    if (!code) throw new ProviderError('unknown', 'the answer has no code of the subaccount');
    return code;
  }
}
