import { ProviderError } from './errors.js';
import { type ListPage, type ListPosition, nextPosition, pageQuery } from './paging.js';
import {
  parseSettled,
  parseSettlement,
  type ProviderSettlement,
  type SettledTransaction,
} from './parse-settlement.js';
import type { PaystackTransport } from './transport.js';

const TIMEOUT_MS = 20_000;

/** The provider's routes for settlements. Every method throws ProviderError. */
export class SettlementCalls {
  constructor(private readonly transport: PaystackTransport) {}

  /** One page of an account's settlements since, newest first. @param of.account a subaccount's code, or `MAIN_ACCOUNT` */
  async list(of: { account: string; from: Date; at: ListPosition }): Promise<ListPage<ProviderSettlement>> {
    const search = new URLSearchParams({
      subaccount: of.account,
      from: of.from.toISOString(),
      ...pageQuery(of.at),
    });
    const { items, next } = await this.page('list-settlements', `/settlement?${search}`, of.at);
    return { items: items.map(parseSettlement), next };
  }

  /** One page of what a settlement of an account is made of. */
  async transactions(of: {
    id: string;
    account: string;
    at: ListPosition;
  }): Promise<ListPage<SettledTransaction>> {
    const path = `/settlement/${encodeURIComponent(of.id)}/transactions?${new URLSearchParams(pageQuery(of.at))}`;
    const { items, next } = await this.page('settled-transactions', path, of.at);
    return { items: items.flatMap((item) => parseSettled(item, of.account) ?? []), next };
  }

  private async page(
    name: 'list-settlements' | 'settled-transactions',
    path: string,
    at: ListPosition,
  ): Promise<ListPage<unknown>> {
    const call = { name, purpose: 'books', method: 'GET', path, timeoutMs: TIMEOUT_MS } as const;
    const { data, meta } = await this.transport.call(call);
    if (!Array.isArray(data)) throw new ProviderError('unknown', 'the list of settlements is no list');
    return { items: data as unknown[], next: nextPosition(meta, at, data.length) };
  }
}
