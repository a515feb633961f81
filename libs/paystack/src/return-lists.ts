import { ProviderError } from './errors.js';
import { FIRST_PAGE, type ListPage, type ListPosition, nextPosition, pageQuery } from './paging.js';
import type { PaystackTransport } from './transport.js';

const LIST_TIMEOUT_MS = 20_000;

/** A page of what happened since. */
export interface ReturnsQuery {
  from: Date;
  at?: ListPosition;
}

/** One page of all refunds or disputes of a time, newest first. @throws ProviderError */
export async function returnsSince(
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
