import type { ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trophy } from 'lucide-react';
import { useState } from 'react';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { Drawer, useDrawer } from '@/components/admin/drawer';
import { List } from '@/components/admin/list';
import { Button } from '@/components/button';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { contestListQuery } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { useTitle } from '@/lib/use-title';
import { adminContests as t } from '@/texts/en/admin-contests';
import { deleteContest, useContestListLive } from './api';
import { ContestCard } from './contest-card';
import { contestDraftKey, ContestForm } from './contest-form';

export function ContestsPage() {
  const { role, superAdmin } = useAdmin();
  const [page, setPage] = useState(1);
  const drawer = useDrawer<ContestView>(contestDraftKey());
  const [toDelete, setToDelete] = useState<ContestView | null>(null);
  const query = useQuery(contestListQuery(role, page));
  useContestListLive();
  const title = superAdmin ? t.allTitle : t.myTitle;
  useTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        subtitle={
          query.data && (
            <span className="flex flex-wrap items-center gap-x-5 gap-y-1">
              {t.total(query.data.pagination.total)}
              <LiveIndicator updatedAt={query.dataUpdatedAt} />
            </span>
          )
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
      <List query={query} empty={{ icon: Trophy, title: t.empty, text: t.emptyHint }} onPage={setPage}>
        {(contests) => (
          <div className="grid gap-5">
            {contests.map((contest) => (
              <ContestCard key={contest.id} contest={contest} onDelete={() => setToDelete(contest)} />
            ))}
          </div>
        )}
      </List>
      <Drawer drawer={drawer} createTitle={t.form.createTitle} lead={t.form.lead} wide>
        {(_, close) => <ContestForm onClose={close} />}
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
