import type { CategoryView, ContestantView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Loaded } from '@/components/admin/loaded';
import { Button, ButtonLink } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog } from '@/components/dialog';
import { EmptyState } from '@/components/empty-state';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { Pagination } from '@/components/pagination';
import { contestQuery } from '@/lib/admin/contest-detail';
import { contestantListQuery } from '@/lib/admin/contestant-list';
import { useAdmin } from '@/lib/admin/use-admin';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useContestFigures } from '@/lib/admin/use-contest-live';
import { ApiError } from '@/lib/api';
import { hasDraft } from '@/lib/form-drafts';
import { useTitle } from '@/lib/use-title';
import { adminCategory as t, adminContest, adminContests } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { categoryQuery } from './category-calls';
import { deleteContestant } from './contestant-calls';
import { contestantDraftKey, ContestantForm } from './contestant-form';
import { ContestantGrid } from './contestant-grid';

export function CategoryPage() {
  const { contestId = '', categoryId = '' } = useParams();
  const query = useQuery(categoryQuery(categoryId));
  const failed = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  // A category of another contest under this contest's address is as good as missing.
  const missing = failed || (query.data !== undefined && query.data.contestId !== contestId);
  useTitle(missing ? t.notFound : query.data?.name);
  const back = `/admin/contests/${contestId}`;
  return (
    <>
      <Link
        to={back}
        className="mb-3 inline-flex min-h-touch items-center gap-2 font-medium text-muted no-underline hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {query.data?.contest?.title ?? t.back}
      </Link>
      {missing ? (
        <EmptyState
          headingLevel="h1"
          icon={<SearchX className="size-8" />}
          title={t.notFound}
          text={t.notFoundHint}
          action={
            <ButtonLink variant="outline" to={back}>
              {t.back}
            </ButtonLink>
          }
        />
      ) : (
        <Loaded query={query}>{(category) => <Category category={category} />}</Loaded>
      )}
    </>
  );
}

function Category({ category }: { category: CategoryView }) {
  const { id } = useAdmin();
  const [page, setPage] = useState(1);
  const [form, setForm] = useState<ContestantView | 'new' | null>(() =>
    hasDraft(contestantDraftKey(category.id, undefined)) ? 'new' : null,
  );
  const [doomed, setDoomed] = useState<ContestantView | null>(null);
  const contest = useQuery(contestQuery(category.contestId));
  const list = useQuery(contestantListQuery(category.id, page));
  useContestFigures(category.contestId, category.id);
  const own = contest.data?.userId === id;
  const remove = useAdminAction({
    run: (contestant: ContestantView) => deleteContestant(contestant.id),
    success: t.confirmDelete.done,
  });
  return (
    <>
      <PageHeader
        title={category.name}
        subtitle={
          <>
            <span className="block max-w-text whitespace-pre-line">{category.description}</span>
            <span className="mt-1.5 block text-sm font-semibold text-ink tabular-nums">
              {adminContest.categories.contestants(category._count.contestants)} ·{' '}
              {adminContest.categories.votes(category._count.votes)} · {adminForms.order} {category.order}
            </span>
          </>
        }
        actions={
          own && (
            <Button
              icon={<Plus aria-hidden className="size-5" />}
              onClick={() => setForm('new')}
              data-testid="contestant-create"
            >
              {t.add}
            </Button>
          )
        }
      />
      {contest.data && !own && <Notice tone="info" title={adminContests.manageRefused} className="mb-6" />}
      <h2 className="sr-only">{t.contestants}</h2>
      <Loaded query={list}>
        {({ data, pagination }) => (
          <>
            <ContestantGrid contestants={data} own={own} onEdit={setForm} onDelete={setDoomed} />
            <Pagination pagination={pagination} onPage={setPage} />
          </>
        )}
      </Loaded>
      <Dialog
        open={form !== null}
        onOpenChange={(open) => !open && setForm(null)}
        title={form === 'new' ? t.form.createTitle : t.form.editTitle}
      >
        <ContestantForm
          categoryId={category.id}
          contestant={form === 'new' ? undefined : (form ?? undefined)}
          onClose={() => setForm(null)}
        />
      </Dialog>
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title={t.confirmDelete.title}
        text={t.confirmDelete.text(doomed?.name ?? '')}
        confirm={t.confirmDelete.confirm}
        danger
        onConfirm={() => (doomed ? remove.mutateAsync(doomed).catch(() => undefined) : undefined)}
      />
    </>
  );
}
