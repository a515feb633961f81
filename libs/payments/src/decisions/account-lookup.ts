import { Inject, Injectable } from '@nestjs/common';
import { type Actor, recordBy } from '@abato/accounts';
import {
  type Bank,
  localPhone,
  normalisePhone,
  type ResolveAccountInput,
  type SettlementAccountType,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, CachedReading, type Clock, CLOCK, Secrets } from '@abato/platform';
import { ProviderError, PaystackClient, type Provider } from '@abato/paystack';

const BANKS_AGE_MS = 3_600_000;
/** Names of accounts are personal data: one person may ask for so many in an hour. */
const MOST_LOOKUPS = 20;
const HOUR_MS = 3_600_000;

export interface FoundAccount {
  /** As the provider has it. */
  name: string;
  bank: string;
  /** The provider's id of the bank; null: it has told none. */
  bankId: string | null;
  /** As it is sent to the provider. */
  number: string;
  sealedNumber: Buffer;
}

/** Why an account is looked up. */
export interface AccountSubject {
  type: 'host' | 'payment';
  id: string;
}

/** A host's account as it is kept, to be registered with the provider. */
interface NewSubaccount {
  bankCode: string;
  sealedNumber: Buffer;
  host: { name: string };
}

/** What the provider knows of accounts. */
@Injectable()
export class AccountLookup {
  private readonly lists: Record<SettlementAccountType, CachedReading<Provider.Bank[]>>;

  constructor(
    private readonly transactions: Transactions,
    private readonly client: PaystackClient,
    private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const reading = (type: SettlementAccountType) =>
      new CachedReading(BANKS_AGE_MS, () => client.accounts.banks(type));
    this.lists = { mobile_money: reading('mobile_money'), bank: reading('bank') };
  }

  /** Wallets or banks that an account can be at. @throws AppError PROVIDER_UNAVAILABLE */
  async banks(type: SettlementAccountType): Promise<Bank[]> {
    return (await this.providerBanks(type)).map(({ code, name }) => ({ code, name }));
  }

  /**
   * Ask the provider whose account it is. Written to the audit log without the number, and limited per person.
   * @param subject the host that would be paid, or the payment that would be refunded
   * @param confirmedName what a person has confirmed; it must be the provider's
   * @throws AppError VALIDATION_FAILED, RATE_LIMITED, PROVIDER_UNAVAILABLE
   */
  async find(
    actor: Actor,
    subject: AccountSubject,
    input: ResolveAccountInput,
    confirmedName?: string,
  ): Promise<FoundAccount> {
    const bank = (await this.providerBanks(input.type)).find(({ code }) => code === input.bankCode);
    if (!bank)
      throw AppError.validation([{ field: 'bankCode', message: 'Choose a bank or wallet of the list' }]);
    const number = numberOf(input);
    await this.limit(actor, subject, input.bankCode);
    const name = await this.client.accounts.resolve(bank.code, number).catch((error: unknown) => {
      if (error instanceof ProviderError && ['rejected', 'not-found'].includes(error.failure)) {
        const message = 'The provider finds no such account. Check the number and the bank.';
        throw AppError.validation([{ field: 'accountNumber', message }]);
      }
      return refuse(error);
    });
    if (confirmedName !== undefined && !isSameName(confirmedName, name)) {
      const message = `The provider says that this account belongs to ${name}.`;
      throw AppError.validation([{ field: 'accountName', message }]);
    }
    return {
      name,
      bank: bank.name,
      bankId: bank.id,
      number,
      sealedNumber: this.secrets.encrypt(number),
    };
  }

  private async providerBanks(type: SettlementAccountType): Promise<Provider.Bank[]> {
    return this.lists[type].get().catch(refuse);
  }

  /** @returns the provider's code. @throws AppError PROVIDER_REJECTED, PROVIDER_UNAVAILABLE */
  async createSubaccount({ bankCode, sealedNumber, host }: NewSubaccount): Promise<string> {
    const accountNumber = this.secrets.decrypt(sealedNumber);
    return this.client.accounts
      .createSubaccount({ businessName: host.name, bankCode, accountNumber })
      .catch(refuse);
  }

  /** @throws AppError RATE_LIMITED */
  private async limit(actor: Actor, { type, id }: AccountSubject, bankCode: string): Promise<void> {
    const now = this.clock.now();
    await this.transactions.run(async ({ manager }) => {
      // Calls at once take turns: none of them is missed by the others' count.
      await manager.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [actor.id]);
      const [used] = await manager.query<{ times: number; first: Date | null }[]>(
        `SELECT count(*)::int AS times, min(at) AS first FROM audit_log
         WHERE actor_user_id = $1 AND action = 'host.account-lookup' AND at > $2`,
        [actor.id, new Date(now.getTime() - HOUR_MS)],
      );
      if (used && used.times >= MOST_LOOKUPS) {
        const since = used.first?.getTime() ?? now.getTime();
        throw new AppError('RATE_LIMITED', {
          retryAfter: Math.max(1, Math.ceil((since + HOUR_MS - now.getTime()) / 1000)),
        });
      }
      await recordBy(manager, actor, now, 'host.account-lookup', [type, id], { bankCode });
    });
  }
}

/** Wallets are named by their phone number as the networks write it. */
function numberOf({ type, accountNumber }: ResolveAccountInput): string {
  if (type === 'bank') return accountNumber.replace('+', '');
  const phone = normalisePhone(accountNumber);
  if (!phone) {
    const message = 'The number of a wallet is a phone number, for example 0241234567';
    throw AppError.validation([{ field: 'accountNumber', message }]);
  }
  return localPhone(phone);
}

const isSameName = (one: string, other: string): boolean =>
  one.trim().replace(/\s+/g, ' ').toUpperCase() === other.trim().replace(/\s+/g, ' ').toUpperCase();

function refuse(error: unknown): never {
  if (!(error instanceof ProviderError) || !['rejected', 'not-found'].includes(error.failure))
    return unavailable(error);
  const message = 'The payment provider did not accept this account.';
  throw new AppError('PROVIDER_REJECTED', { message, cause: new Error(error.failure) });
}

/** Not the provider's words as the cause: they may repeat the number, and causes are logged. @throws AppError PROVIDER_UNAVAILABLE */
export function unavailable(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  const message = 'The payment provider cannot be reached. Please try again.';
  throw new AppError('PROVIDER_UNAVAILABLE', { message, cause: new Error(error.failure) });
}
