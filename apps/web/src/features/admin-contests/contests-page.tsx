import { CONTEST_STATUSES, type ContestStatus, type HostView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Plus, SearchX, Trophy } from 'lucide-react';
import { useState } from 'react';
import { AdminHead } from '@/components/admin/admin-head';
import { showForm, useReopened } from '@/components/admin/ask';
import { List } from '@/components/admin/list';
import { Filters } from '@/components/admin/toolbar';
import { Button } from '@/components/button';
import { optionsOf, SearchField, SelectField, type Option } from '@/components/field';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { Spinner } from '@/components/spinner';
import {
  adminKeys,
  contestListQuery,
  hostChoiceQuery,
  NO_CONTEST_FILTERS,
  type ContestFilters,
} from '@/lib/admin/api';
import { useRereadOnStatistics } from '@/lib/admin/live';
import { useAdmin } from '@/lib/admin/use-admin';
import { useDebounced } from '@/lib/use-debounced';
import { adminContests as t } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { statusNames } from '@/texts/en/common';
import { ContestCard } from './contest-card';
import { contestDraftKey, ContestForm } from './contest-form';

/** The list carries vote counts: it is read again when the statistics change, at most this often. */
const REREAD_MS = 5000;

export function ContestsPage() {
  const { id, role, superAdmin } = useAdmin();
  const [page, setPage] = useState(1);
  const [filters, setFilters] = useState(NO_CONTEST_FILTERS);
  const search = useDebounced(filters.search);
  const hosts = useQuery(hostChoiceQuery(role));
  const query = useQuery(contestListQuery(role, page, { ...filters, search }));
  const filtered = Boolean(search.trim() || filters.status || filters.hostId);
  const filter = (next: typeof filters) => {
    setPage(1);
    setFilters(next);
  };
  useRereadOnStatistics({ queryKey: adminKeys.contests }, REREAD_MS);
  const create = () =>
    showForm({ title: t.form.createTitle, description: t.form.lead, wide: true }, (close, onLeave) => (
      <ContestForm onClose={close} onLeave={onLeave} />
    ));
  useReopened(contestDraftKey(id), create);
  return (
    <>
      <AdminHead
        title={superAdmin ? t.allTitle : t.myTitle}
        subtitle={
          query.data ? (
            <span className="flex flex-wrap items-center gap-x-5 gap-y-1">
              {t.total(query.data.pagination.total)}
              <LiveIndicator updatedAt={query.dataUpdatedAt} />
            </span>
          ) : null
        }
        actions={
          <Button
            onClick={create}
            icon={<Plus aria-hidden className="size-5" />}
            data-testid="contest-create"
          >
            {t.create}
          </Button>
        }
      />
      {superAdmin && <Notice tone="info" title={t.superAdminNotice} className="mb-6" />}
      {/* A choice of hosts that comes later would push the list down. */}
      {hosts.isPending ? (
        <Spinner size="large" fullScreen />
      ) : (
        <>
          <ContestFilterBar hosts={hosts.data?.data ?? []} filters={filters} onChange={filter} />
          <List
            query={query}
            empty={
              filtered
                ? { icon: SearchX, title: adminForms.noMatch, text: adminForms.noMatchHint }
                : { icon: Trophy, title: t.empty, text: t.emptyHint }
            }
            onPage={setPage}
          >
            {(contests) => (
              <div className="grid gap-3">
                {contests.map((contest) => (
                  <ContestCard key={contest.id} contest={contest} />
                ))}
              </div>
            )}
          </List>
        </>
      )}
    </>
  );
}

/** Which of the contests. Hosts are offered from two on. */
function ContestFilterBar({
  hosts,
  filters,
  onChange,
}: {
  hosts: readonly HostView[];
  filters: ContestFilters;
  onChange: (filters: ContestFilters) => void;
}) {
  const isFiltered = Boolean(filters.search || filters.status || filters.hostId);
  return (
    <div className="mb-5 grid gap-3">
      <Filters>
        <SearchField
          label={adminForms.search}
          placeholder={t.filters.searchHint}
          value={filters.search}
          onSearch={(search) => onChange({ ...filters, search })}
          data-testid="contest-search"
        />
        <SelectField
          label={adminForms.status}
          value={filters.status}
          blank={adminForms.allStatuses}
          options={optionsOf(CONTEST_STATUSES, statusNames)}
          onChange={(event) => onChange({ ...filters, status: event.target.value as ContestStatus | '' })}
          data-testid="contest-status-filter"
        />
        {hosts.length > 1 && (
          <SelectField
            label={t.filters.host}
            value={filters.hostId}
            blank={t.filters.allHosts}
            options={hosts.map(({ id, name }): Option => [id, name])}
            onChange={(event) => onChange({ ...filters, hostId: event.target.value })}
            data-testid="contest-host-filter"
          />
        )}
      </Filters>
      {isFiltered && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange(NO_CONTEST_FILTERS)}
          data-testid="clear-filters"
        >
          {adminForms.clear}
        </Button>
      )}
    </div>
  );
}
