import type { ContestView } from '@abato/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trophy } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '@/components/admin/loaded';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog } from '@/components/dialog';
import { EmptyState } from '@/components/empty-state';
import { LiveIndicator } from '@/components/live-indicator';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { Pagination } from '@/components/pagination';
import { contestListQuery } from '@/lib/admin/contest-list';
import { adminKeys } from '@/lib/admin/keys';
import { useAdmin } from '@/lib/admin/use-admin';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useThrottled } from '@/lib/admin/use-throttled';
import { hasDraft } from '@/lib/form-drafts';
import { useStatisticsLive } from '@/lib/admin/live';
import { useTitle } from '@/lib/use-title';
import { adminContests as t } from '@/texts/en/admin-contests';
import { ContestCard } from './contest-card';
import { contestDraftKey, ContestForm } from './contest-form';
import { deleteContest } from './delete-contest';

/** The list carries vote counts: it is read again when the statistics say that something moved, at most this often. */
const REREAD_MS = 5000;

export function ContestsPage() {
  const { role, superAdmin } = useAdmin();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [creating, setCreating] = useState(() => hasDraft(contestDraftKey(undefined)));
  const [doomed, setDoomed] = useState<ContestView | null>(null);
  const query = useQuery(contestListQuery(role, page));
  const title = superAdmin ? t.allTitle : t.myTitle;
  useTitle(title);

  const reread = () => void client.invalidateQueries({ queryKey: adminKeys.contests });
  const rereadSoon = useThrottled(REREAD_MS, reread);
  useStatisticsLive(rereadSoon, reread);

  const remove = useAdminAction({
    run: (contest: ContestView) => deleteContest(contest.id),
    success: t.confirmDelete.done,
  });
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
            onClick={() => setCreating(true)}
            icon={<Plus aria-hidden className="size-5" />}
            data-testid="contest-create"
          >
            {t.create}
          </Button>
        }
      />
      {superAdmin && <Notice tone="info" title={t.superAdminNotice} className="mb-6" />}
      <Loaded query={query}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState icon={<Trophy className="size-8" />} title={t.empty} text={t.emptyHint} />
          ) : (
            <>
              <div className="grid gap-5">
                {data.map((contest) => (
                  <ContestCard key={contest.id} contest={contest} onDelete={() => setDoomed(contest)} />
                ))}
              </div>
              <Pagination pagination={pagination} onPage={setPage} />
            </>
          )
        }
      </Loaded>
      <Dialog
        open={creating}
        onOpenChange={setCreating}
        title={t.form.createTitle}
        description={t.form.lead}
        wide
      >
        <ContestForm onClose={() => setCreating(false)} />
      </Dialog>
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title={t.confirmDelete.title}
        text={t.confirmDelete.text(doomed?.title ?? '')}
        confirm={t.confirmDelete.confirm}
        danger
        onConfirm={() => (doomed ? remove.mutateAsync(doomed).catch(() => undefined) : undefined)}
      />
    </>
  );
}
