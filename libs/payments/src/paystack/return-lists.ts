import { ProviderError } from './errors.js';
import { parseDisputeData, type ProviderDispute } from './parse-dispute.js';
import { parseRefundData, type ProviderRefund } from './parse-refund.js';
import type { PaystackTransport } from './transport.js';

const LIST_TIMEOUT_MS = 20_000;
/** The most the provider puts on one page. */
const PAGE_SIZE = 100;

/** One page of a list, and whether another one follows. */
export interface ReturnsPage<T> {
  items: T[];
  more: boolean;
}

async function page(
  transport: PaystackTransport,
  name: 'list-refunds' | 'list-disputes',
  query: { from: Date; page: number },
): Promise<unknown[]> {
  const search = new URLSearchParams({
    from: query.from.toISOString(),
    per_page: String(PAGE_SIZE),
    perPage: String(PAGE_SIZE),
    page: String(query.page),
  });
  const answer = await transport.call({
    name,
    purpose: 'books',
    method: 'GET',
    path: `/${name === 'list-refunds' ? 'refund' : 'dispute'}?${search}`,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  if (!Array.isArray(answer.data)) throw new ProviderError('unknown', 'the list is no list');
  return answer.data as unknown[];
}

/** One page of all refunds asked for since, newest first, whoever asked. @throws ProviderError */
export async function refundsSince(
  transport: PaystackTransport,
  query: { from: Date; page: number },
): Promise<ReturnsPage<ProviderRefund>> {
  const data = await page(transport, 'list-refunds', query);
  return { items: data.map(parseRefundData), more: data.length >= PAGE_SIZE };
}

/** One page of all disputes opened since, newest first. @throws ProviderError */
export async function disputesSince(
  transport: PaystackTransport,
  query: { from: Date; page: number },
): Promise<ReturnsPage<ProviderDispute>> {
  const data = await page(transport, 'list-disputes', query);
  return { items: data.flatMap((one) => parseDisputeData(one) ?? []), more: data.length >= PAGE_SIZE };
}
