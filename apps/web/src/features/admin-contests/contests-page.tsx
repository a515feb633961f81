import type { ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Plus, SearchX, Trophy } from 'lucide-react';
import { useState } from 'react';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { Drawer, useDrawer } from '@/components/admin/drawer';
import { List } from '@/components/admin/list';
import { Button } from '@/components/button';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { Spinner } from '@/components/spinner';
import { contestListQuery, hostChoiceQuery, NO_CONTEST_FILTERS } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { useDebounced } from '@/lib/use-debounced';
import { useTitle } from '@/lib/use-title';
import { adminContests as t } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { deleteContest, useContestListLive } from './api';
import { ContestCard } from './contest-card';
import { ContestFilterBar } from './contest-filters';
import { contestDraftKey, ContestForm } from './contest-form';

export function ContestsPage() {
  const { id, role, superAdmin } = useAdmin();
  const [page, setPage] = useState(1);
  const drawer = useDrawer<ContestView>(contestDraftKey(id));
  const [toDelete, setToDelete] = useState<ContestView | null>(null);
  const [filters, setFilters] = useState(NO_CONTEST_FILTERS);
  const search = useDebounced(filters.search);
  const hosts = useQuery(hostChoiceQuery(role));
  const query = useQuery(contestListQuery(role, page, { ...filters, search }));
  const filtered = Boolean(search.trim() || filters.status || filters.hostId);
  const filter = (next: typeof filters) => {
    setPage(1);
    setFilters(next);
  };
  useContestListLive();
  const title = superAdmin ? t.allTitle : t.myTitle;
  useTitle(title);
  return (
    <>
      <PageHeader
        title={title}
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
            onClick={drawer.create}
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
                  <ContestCard key={contest.id} contest={contest} onDelete={() => setToDelete(contest)} />
                ))}
              </div>
            )}
          </List>
        </>
      )}
      <Drawer drawer={drawer} createTitle={t.form.createTitle} lead={t.form.lead} wide>
        {(_, close, onLeave) => <ContestForm onClose={close} onLeave={onLeave} />}
      </Drawer>
      <ConfirmAction
        subject={toDelete}
        texts={({ title: name }) => ({ ...t.confirmDelete, text: t.confirmDelete.text(name) })}
        run={deleteContest}
        onClose={() => setToDelete(null)}
      />
    </>
  );
}
