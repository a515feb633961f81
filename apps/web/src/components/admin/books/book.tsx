import { MOST_FOUND, type ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ExportButtons } from '@/components/admin/download-button';
import { List } from '../loaded';
import { Toolbar } from '@/components/admin/toolbar';
import { SelectField, TextField, type Option } from '@/components/field';
import { LiveIndicator } from '@/components/live-indicator';
import { bookQuery, type BookKind, type BookRows } from '@/lib/admin/books';
import type { AddressPart, useChosenContest } from '@/lib/admin/use-chosen-contest';
import { useSearchText } from '@/lib/admin/use-search-text';
import { useDebounced } from '@/lib/use-debounced';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHistory as t } from '@/texts/en/admin-history';

/**
 * Votes or payments of a contest, searched, filtered and page by page, and what can be done with them. A new search begins at the first page.
 * @param filters the parts of the address that choose rows
 * @param selects what is chosen besides the day: the filter, its label, the name of no choice, and the choices
 * @param records how many rows an export has; undefined while that is not known
 */
export function Book<K extends BookKind, F extends AddressPart>({
  kind,
  contest,
  filters,
  page,
  choose,
  selects,
  actions,
  records,
  icon,
  texts,
  children,
}: {
  kind: K;
  contest: ContestView;
  filters: Record<F | 'day', string>;
  page: number;
  choose: ReturnType<typeof useChosenContest>['choose'];
  selects: [filter: F, label: string, blank: string, options: Option[]][];
  actions?: ReactNode;
  records: number | undefined;
  icon: LucideIcon;
  texts: Record<'empty' | 'emptyHint' | 'emptyFiltered' | 'emptyFilteredHint', string> & {
    loading?: string;
    count?: (rows: number) => string;
    table: { caption: (title: string) => string };
  };
  children: (rows: BookRows[K][]) => ReactNode;
}) {
  const [search, setSearch] = useSearchText();
  const searched = useDebounced(search).trim();
  const query = useQuery(bookQuery(kind, contest.id, filters, searched, page));
  const isFiltered = Object.values(filters).some(Boolean);
  const total = query.data?.pagination.total ?? 0;
  return (
    <section aria-label={texts.table.caption(contest.title)} className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-2 gap-3 max-lg:[&>:last-child:nth-child(even)]:col-span-2 lg:auto-cols-[minmax(0,1fr)] lg:grid-flow-col lg:grid-cols-[minmax(0,2fr)]">
        {/* The search text stays out of the address: it may be a name or a phone number. */}
        <TextField
          label={adminForms.search}
          type="search"
          placeholder={t.searchHint}
          title={t.searchNote}
          maxLength={100}
          autoComplete="off"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            if (page > 1) choose('page', '');
          }}
          className="col-span-2 lg:col-span-1"
          data-testid="book-search"
        />
        {selects.map(([filter, label, blank, options]) => (
          <SelectField
            key={filter}
            label={label}
            value={filters[filter]}
            blank={blank}
            options={options}
            onChange={(event) => choose(filter, event.target.value)}
            data-testid={`${filter}-filter`}
          />
        ))}
        <TextField
          label={t.day}
          type="date"
          value={filters.day}
          onChange={(event) => choose('day', event.target.value)}
          data-testid="day-filter"
        />
      </div>
      <Toolbar
        actions={
          <>
            {actions}
            <ExportButtons contestId={contest.id} kind={kind} records={records} />
          </>
        }
      >
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <LiveIndicator updatedAt={query.dataUpdatedAt} className="text-ink" />
          {!searched && query.data && texts.count && <span>{texts.count(total)}</span>}
          {searched && query.data && !query.isPlaceholderData && (
            <span role="status" data-testid="found">
              {t.found(total)}
              {total >= MOST_FOUND && ` ${t.tooMany}`}
            </span>
          )}
        </p>
      </Toolbar>
      <List
        query={query}
        caption={texts.loading}
        empty={
          searched
            ? { icon: SearchX, title: adminForms.noMatch, text: t.searchNote }
            : {
                icon,
                title: isFiltered ? texts.emptyFiltered : texts.empty,
                text: isFiltered ? texts.emptyFilteredHint : texts.emptyHint,
              }
        }
        onPage={(next) => choose('page', String(next))}
      >
        {children}
      </List>
    </section>
  );
}
