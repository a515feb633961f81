import { ProviderError } from './errors.js';
import { type Fields, wholeAmount } from './read.js';

/** The most the provider puts on one page. */
export const LIST_PAGE_SIZE = 100;
/** What a page holds when a list takes no notice of the size that was asked for. */
const DEFAULT_PAGE_SIZE = 50;
/** Cursors are short base64 texts. */
const LONGEST_CURSOR = 500;

/** Where a page of a list begins: a number from 1, or what the page before it called `next`. */
export type ListPosition = { page: number } | { cursor: string };

/** One page of a list, and where the next one begins; null after the last. */
export interface ListPage<T> {
  items: T[];
  next: ListPosition | null;
}

export const FIRST_PAGE: ListPosition = { page: 1 };

/**
 * The query of one page. The provider's document calls the size `per_page`, its samples and libraries `perPage`; a list that knows only
 * one of them takes no notice of the other.
 */
export function pageQuery(at: ListPosition): Record<string, string> {
  const size = String(LIST_PAGE_SIZE);
  const position: Record<string, string> =
    'page' in at ? { page: String(at.page) } : { use_cursor: 'true', next: at.cursor };
  return { per_page: size, perPage: size, ...position };
}

/**
 * Where the next page begins, by the answer's `meta`: a cursor, a count of pages, or else the size of the page.
 * @param count items on this page
 * @throws ProviderError 'unknown' when another page was answered than was asked for: reading on would read it for ever
 */
export function nextPosition(meta: Fields, at: ListPosition, count: number): ListPosition | null {
  const { next } = meta;
  // One sample has the text "null" for no page.
  if (typeof next === 'string' && next !== '' && next !== 'null') {
    if (next.length > LONGEST_CURSOR || ('cursor' in at && at.cursor === next)) throw wrongPage();
    return { cursor: next };
  }
  if (next !== undefined || 'cursor' in at) return null;
  const page = wholeAmount(meta.page);
  if (page !== null && page !== at.page) throw wrongPage();
  const following = { page: at.page + 1 };
  const pages = wholeAmount(meta.pageCount);
  if (pages !== null) return at.page < pages ? following : null;
  return count < (wholeAmount(meta.perPage) ?? DEFAULT_PAGE_SIZE) ? null : following;
}

function wrongPage(): ProviderError {
  return new ProviderError('unknown', 'the list answered another page than was asked for');
}
