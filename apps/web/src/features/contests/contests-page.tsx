import { PUBLIC_CONTEST_STATUSES } from '@abato/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { optionsOf, SelectField, TextField } from '@/components/field';
import { PageHeader } from '@/components/page-header';
import { useDebounced } from '@/lib/use-debounced';
import { useTitle } from '@/lib/use-title';
import { statusNames } from '@/texts/en/common';
import { contestsTexts as t } from '@/texts/en/contests';
import { ContestGrid } from './contest-grid';

/** What is shown is in the address: it can be shared, and "back" leads to the same list. */
export function ContestsPage() {
  useTitle(t.pageTitle);
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  const search = query.get('search') ?? '';
  const status = PUBLIC_CONTEST_STATUSES.find((one) => one === query.get('status')) ?? '';
  const show = (change: Record<string, string>, replace = false) => {
    const all = { search, status, page: '', ...change };
    setQuery(Object.fromEntries(Object.entries(all).filter(([, value]) => value)), { replace });
  };
  return (
    <div className="page-width pt-8 sm:pt-12">
      <PageHeader title={t.title} subtitle={t.lead} />
      <div
        role="search"
        className="mb-6 grid max-w-2xl grid-cols-[minmax(0,1fr)_9.5rem] sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-3"
      >
        <SearchField search={search} onSearch={(next) => show({ search: next }, true)} />
        <SelectField
          label={t.status}
          value={status}
          blank={t.all}
          options={optionsOf(PUBLIC_CONTEST_STATUSES, statusNames)}
          onChange={(event) => show({ status: event.target.value }, true)}
          data-testid="public-status-filter"
        />
      </div>
      <ContestGrid
        page={page}
        filters={{ search, status }}
        headingLevel="h2"
        onPage={(next) => {
          show({ page: next > 1 ? String(next) : '' });
          window.scrollTo(0, 0);
        }}
      />
    </div>
  );
}

/** Typing changes the address after a pause; the address going back changes the text. */
function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(search);
  const settled = useDebounced(text).trim();
  const [before, setBefore] = useState(search);
  if (before !== search) {
    setBefore(search);
    if (search !== settled) setText(search);
  }
  const send = useEffectEvent(() => {
    if (settled !== search) onSearch(settled);
  });
  useEffect(() => send(), [settled]);
  return (
    <TextField
      label={t.search}
      type="search"
      placeholder={t.searchHint}
      value={text}
      onChange={(event) => setText(event.target.value)}
      data-testid="public-search"
    />
  );
}
