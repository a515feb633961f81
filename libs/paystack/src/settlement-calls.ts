import type { SettlementState } from '@abato/contracts';
import { ProviderError } from './errors.js';
import { type ListPage, type ListPosition } from './paging.js';
import { bigId, date, object, text, wholeAmount } from './read.js';
import type { PaystackTransport } from './transport.js';

/** The account of the platform itself, in the provider's words. */
export const MAIN_ACCOUNT = 'none';

const STATES: Record<string, SettlementState> = {
  success: 'SUCCESS',
  processing: 'PROCESSING',
  pending: 'PENDING',
  failed: 'FAILED',
};

/** Amounts in pesewas. */
export interface ProviderSettlement {
  id: string;
  /** A word that we do not know is `PENDING`. */
  status: SettlementState;
  currency: string | null;
  /** What reaches the account. */
  amount: number;
  /** Kept for money that went back to payers. Not a whole number: none, so that the difference shows. */
  deductions: number;
  /** The provider's day of it. */
  day: Date;
}

/** A transaction of a settlement: personal fields are not read at all. */
export interface SettledTransaction {
  reference: string;
  /** The account's part in pesewas; null: not told. */
  part: number | null;
}

/** @throws ProviderError 'unknown' for a settlement without id, amount or day */
export function parseSettlement(data: unknown): ProviderSettlement {
  const fields = object(data);
  const id = bigId(fields.id);
  const amount = wholeAmount(fields.effective_amount) ?? wholeAmount(fields.total_amount);
  const day = date(fields.settlement_date) ?? date(fields.createdAt);
  if (id === null || amount === null || !day)
    throw new ProviderError('unknown', 'a settlement has no id, amount or day');
  return {
    id,
    amount,
    day,
    deductions: wholeAmount(fields.deductions) ?? 0,
    status: STATES[text(fields.status)?.toLowerCase() ?? ''] ?? 'PENDING',
    currency: text(fields.currency),
  };
}

/** @param account a subaccount's code, or the main account. @returns null for a transaction without a reference */
export function parseSettled(data: unknown, account: string): SettledTransaction | null {
  const fields = object(data);
  const reference = text(fields.reference);
  if (reference === null) return null;
  const split = object(fields.fees_split);
  if (account !== MAIN_ACCOUNT) return { reference, part: wholeAmount(split.subaccount) };
  const [amount, fees] = [wholeAmount(fields.amount), wholeAmount(fields.fees)];
  const whole = amount === null ? null : amount - (fees ?? 0);
  return { reference, part: 'integration' in split ? wholeAmount(split.integration) : whole };
}

/** The provider's routes for settlements. Every method throws ProviderError. */
export class SettlementCalls {
  constructor(private readonly transport: PaystackTransport) {}

  /** One page of an account's settlements since, newest first. @param of.account a subaccount's code, or `MAIN_ACCOUNT` */
  list({
    account: subaccount,
    ...query
  }: {
    account: string;
    from: Date;
    at?: ListPosition;
  }): Promise<ListPage<ProviderSettlement>> {
    return this.transport.page('list-settlements', '/settlement', { subaccount, ...query }, parseSettlement);
  }

  /** One page of what a settlement of an account is made of. */
  async transactions(of: {
    id: string;
    account: string;
    at?: ListPosition;
  }): Promise<ListPage<SettledTransaction>> {
    const path = `/settlement/${encodeURIComponent(of.id)}/transactions`;
    const parse = (item: unknown) => parseSettled(item, of.account);
    const { items, next } = await this.transport.page('settled-transactions', path, { at: of.at }, parse);
    return { items: items.filter((item) => item !== null), next };
  }
}
