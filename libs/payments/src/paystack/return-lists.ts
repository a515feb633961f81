import { ProviderError } from './errors.js';
import { FIRST_PAGE, type ListPage, type ListPosition, nextPosition, pageQuery } from './paging.js';
import { type DisputeProof, parseDispute, proofOfDispute } from './parse-dispute.js';
import { parseRefundData, type ProviderRefund } from './parse-refund.js';
import type { PaystackTransport } from './transport.js';

const LIST_TIMEOUT_MS = 20_000;

/** A page of what happened since. */
export interface ReturnsQuery {
  from: Date;
  at?: ListPosition;
}

async function page(
  transport: PaystackTransport,
  name: 'list-refunds' | 'list-disputes',
  { from, at = FIRST_PAGE }: ReturnsQuery,
): Promise<ListPage<unknown>> {
  const search = new URLSearchParams({ from: from.toISOString(), ...pageQuery(at) });
  const { data, meta } = await transport.call({
    name,
    purpose: 'books',
    method: 'GET',
    path: `/${name === 'list-refunds' ? 'refund' : 'dispute'}?${search}`,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  if (!Array.isArray(data)) throw new ProviderError('unknown', 'the list is no list');
  return { items: data as unknown[], next: nextPosition(meta, at, data.length) };
}

/** One page of all refunds asked for since, newest first, also those asked for elsewhere. @throws ProviderError */
export async function refundsSince(
  transport: PaystackTransport,
  query: ReturnsQuery,
): Promise<ListPage<ProviderRefund>> {
  const { items, next } = await page(transport, 'list-refunds', query);
  return { items: items.map(parseRefundData), next };
}

/** What all disputes opened since prove, newest first, by pages. @throws ProviderError */
export async function disputesSince(
  transport: PaystackTransport,
  query: ReturnsQuery,
): Promise<ListPage<DisputeProof>> {
  const { items, next } = await page(transport, 'list-disputes', query);
  return { items: items.flatMap((one) => proofOfDispute(parseDispute(one)) ?? []), next };
}
