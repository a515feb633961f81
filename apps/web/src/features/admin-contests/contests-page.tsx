import { CONTEST_STATUSES, type ContestStatus, type ContestView, type HostView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Copy, Plus, SearchX, Settings2, Trash2, Trophy } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AdminHead } from '@/components/admin/admin-head';
import { confirmAction, showForm, useReopened } from '@/components/admin/ask';
import { GuardedButton } from '@/components/admin/guarded-button';
import { List } from '@/components/admin/loaded';
import { OwnershipBadge } from '@/components/admin/ownership-badge';
import { Filters } from '@/components/admin/toolbar';
import { ContestBadge } from '@/components/badge';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { type Option, optionsOf, SearchField, SelectField } from '@/components/field';
import { Link } from '@/components/link';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { Picture } from '@/components/picture';
import { Spinner } from '@/components/spinner';
import {
  adminKeys,
  type ContestFilters,
  contestListQuery,
  hostChoiceQuery,
  NO_CONTEST_FILTERS,
} from '@/lib/admin/api';
import { useRereadOnStatistics } from '@/lib/admin/live';
import { useAdmin } from '@/lib/admin/use-admin';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { formatCount, formatDate, formatPrice } from '@/lib/format';
import { useDebounced } from '@/lib/use-debounced';
import { adminContests as t, adminContests as texts } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { statusNames } from '@/texts/en/common';
import { deleteContest, duplicateContest } from './api';
import { contestDraftKey, ContestForm } from './contest-form';
import { PauseButton } from './pause-button';

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
          <Button onClick={create} icon={Plus} data-testid="contest-create">
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

function ContestCard({ contest }: { contest: ContestView }) {
  const t = texts.card;
  const { id, superAdmin } = useAdmin();
  const navigate = useNavigate();
  const own = contest.userId === id;
  const path = `/admin/contests/${contest.id}`;
  const owner = contest.host.user;
  const facts: [string, string][] = [
    [t.host, contest.host.name],
    ...(superAdmin && owner ? [[t.owner, `${owner.firstName} ${owner.lastName}`] as [string, string]] : []),
    [t.categories, formatCount(contest._count.categories)],
    [t.votes, formatCount(contest._count.votes)],
    [t.price, formatPrice(contest.votePrice)],
    [t.starts, formatDate(contest.startDate)],
    [t.ends, formatDate(contest.endDate)],
  ];
  const remove = () =>
    confirmAction({
      ...texts.confirmDelete,
      text: texts.confirmDelete.text(contest.title),
      run: () => deleteContest(contest.id),
    });
  return (
    <Card
      className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 gap-y-3 p-3.5 lg:grid-cols-[7rem_minmax(0,1fr)_16rem] lg:items-center"
      data-testid={`contest-${contest.id}`}
    >
      <Picture
        path={contest.banner}
        box={[640, 274]}
        sizes="7rem"
        name={contest.title}
        className="aspect-square w-full overflow-hidden rounded-md lg:aspect-4/3"
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="min-w-0 text-lg leading-snug">
            <Link to={path} className="line-clamp-2 no-underline hover:underline">
              {contest.title}
            </Link>
          </h2>
          <ContestBadge contest={contest} />
          {superAdmin && <OwnershipBadge own={own} ownText={texts.own} />}
        </div>
        <p className="line-clamp-1 text-sm text-muted">{contest.description}</p>
        <dl className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
          {facts.map(([name, value]) => (
            <div key={name} className="flex min-w-0 gap-1.5">
              <dt className="whitespace-nowrap text-muted">{name}</dt>
              <dd className="min-w-0 font-semibold tabular-nums wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="col-span-full grid grid-cols-2 gap-2 sm:grid-cols-4 lg:col-span-1 lg:grid-cols-2">
        <GuardedButton
          variant="ink"
          size="sm"
          refusal={own ? undefined : texts.manageRefused}
          aria-label={t.manageNamed(contest.title)}
          icon={Settings2}
          onClick={() => void navigate(path)}
          data-testid={`manage-${contest.id}`}
        >
          {t.manage}
        </GuardedButton>
        {own && <DuplicateButton contest={contest} />}
        <PauseButton contest={contest} refusal={own ? undefined : texts.manageRefused} />
        <GuardedButton
          variant="outline"
          size="sm"
          refusal={own ? undefined : texts.deleteRefused}
          aria-label={t.deleteNamed(contest.title)}
          // In the last column of every card, with or without the button before it.
          className={clsx('-col-end-1', own && 'text-red-text')}
          icon={Trash2}
          onClick={remove}
          data-testid={`delete-contest-${contest.id}`}
        >
          {adminForms.delete}
        </GuardedButton>
      </div>
    </Card>
  );
}

/** Leads straight to the copy. */
function DuplicateButton({ contest }: { contest: ContestView }) {
  const t = texts.card;
  const navigate = useNavigate();
  const duplicate = useAdminAction({
    run: () => duplicateContest(contest.id),
    success: t.duplicated,
    onDone: ({ id }) => void navigate(`/admin/contests/${id}`),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={duplicate.isPending}
      aria-label={t.duplicateNamed(contest.title)}
      icon={Copy}
      onClick={() => duplicate.mutate()}
      data-testid={`duplicate-${contest.id}`}
    >
      {t.duplicate}
    </Button>
  );
}
