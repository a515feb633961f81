import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '@/lib/use-debounced';
import { bookQuery, type BookKind } from './books';
import type { useChosenContest } from './use-chosen-contest';
import { useSearchText } from './use-search-text';

/**
 * The rows of a book as they are searched and filtered. A new search begins at the first page.
 * @returns `bar` are the parameters of BookFilters; `isFiltered` leaves the search aside
 */
export function useBook<K extends BookKind, F extends Record<'day', string>>(
  kind: K,
  contestId: string,
  filters: F,
  page: number,
  choose: ReturnType<typeof useChosenContest>['choose'],
) {
  const [search, setSearch] = useSearchText();
  const searched = useDebounced(search).trim();
  const rows = useQuery(bookQuery(kind, contestId, filters, searched, page));
  const bar = {
    search,
    onSearch: (text: string) => {
      setSearch(text);
      if (page > 1) choose('page', '');
    },
    day: filters.day,
    onDay: (day: string) => choose('day', day),
  };
  return { rows, searched, isFiltered: Object.values(filters).some(Boolean), bar };
}
