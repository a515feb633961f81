import { MOST_FOUND, type PageBody } from '@abato/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TextField } from '@/components/field';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHistory as t } from '@/texts/en/admin-history';

/** Search and filters above a book. The search text stays out of the address: it may be a name or a phone number. */
export function BookFilters({
  search,
  onSearch,
  day,
  onDay,
  children,
}: {
  search: string;
  onSearch: (search: string) => void;
  day: string;
  onDay: (day: string) => void;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-2 gap-3 max-lg:[&>:last-child:nth-child(even)]:col-span-2 lg:auto-cols-[minmax(0,1fr)] lg:grid-flow-col lg:grid-cols-[minmax(0,2fr)]">
      <TextField
        label={adminForms.search}
        type="search"
        placeholder={t.searchHint}
        title={t.searchNote}
        maxLength={100}
        autoComplete="off"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        className="col-span-2 lg:col-span-1"
        data-testid="book-search"
      />
      {children}
      <TextField
        label={t.day}
        type="date"
        value={day}
        onChange={(event) => onDay(event.target.value)}
        data-testid="day-filter"
      />
    </div>
  );
}

/** How many rows a search found, and whether there may be more. */
export function FoundCount({
  query,
  searched,
}: {
  query: UseQueryResult<PageBody<unknown>>;
  searched: string;
}) {
  if (!searched || !query.data || query.isPlaceholderData) return null;
  const { total } = query.data.pagination;
  return (
    <span role="status" data-testid="found">
      {t.found(total)}
      {total >= MOST_FOUND && ` ${t.tooMany}`}
    </span>
  );
}
