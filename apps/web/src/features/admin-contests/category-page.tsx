import type { CategoryView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { ListPlus, Mic2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { AdminHead } from '@/components/admin/admin-head';
import { showForm, useReopened } from '@/components/admin/ask';
import { BackLink } from '@/components/admin/back-link';
import { List } from '@/components/admin/list';
import { isMissing, Loaded, Missing } from '@/components/admin/loaded';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { adminKeys, contestantListQuery, contestQuery } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { useContestFigures } from '@/lib/admin/use-contest-live';
import { reads } from '@/lib/read';
import { useTitle } from '@/lib/use-title';
import { adminCategory as t, adminContest, adminContests } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { ContestantListForm } from './contestant-list-fields';
import { contestantDraftKey, openContestantForm } from './contestant-form';
import { ContestantGrid } from './contestant-grid';

export function CategoryPage() {
  const { contestId = '', categoryId = '' } = useParams();
  const query = useQuery(
    reads<CategoryView>(
      [...adminKeys.category(categoryId), 'detail'],
      `/categories/${encodeURIComponent(categoryId)}`,
    ),
  );
  // A category of another contest counts as missing under this contest's address.
  const missing = isMissing(query.error) || (query.data !== undefined && query.data.contestId !== contestId);
  useTitle(missing ? t.notFound : undefined);
  const back = `/admin/contests/${contestId}`;
  return (
    <>
      <BackLink to={back}>{query.data?.contest?.title ?? t.back}</BackLink>
      {missing ? (
        <Missing title={t.notFound} text={t.notFoundHint} back={[back, t.back]} />
      ) : (
        <Loaded query={query}>{(category) => <Category category={category} />}</Loaded>
      )}
    </>
  );
}

function Category({ category }: { category: CategoryView }) {
  const { id } = useAdmin();
  const [page, setPage] = useState(1);
  const create = () => openContestantForm(category.id);
  const addList = () =>
    showForm({ title: t.list.title, description: t.list.lead, wide: true }, (close) => (
      <ContestantListForm categoryId={category.id} onClose={close} />
    ));
  useReopened(contestantDraftKey(category.id), create);
  const contest = useQuery(contestQuery(category.contestId));
  const list = useQuery(contestantListQuery(category.id, page));
  useContestFigures(category.contestId, category.id);
  const own = contest.data?.userId === id;
  return (
    <>
      <AdminHead
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
            <div className="flex flex-wrap gap-3">
              <Button
                variant="outline"
                icon={<ListPlus aria-hidden className="size-5" />}
                onClick={addList}
                data-testid="contestants-list"
              >
                {t.addList}
              </Button>
              <Button
                icon={<Plus aria-hidden className="size-5" />}
                onClick={create}
                data-testid="contestant-create"
              >
                {t.add}
              </Button>
            </div>
          )
        }
      />
      {contest.data && !own && <Notice tone="info" title={adminContests.manageRefused} className="mb-6" />}
      <h2 className="sr-only">{t.contestants}</h2>
      <List query={list} empty={{ icon: Mic2, title: t.empty, text: t.emptyHint }} onPage={setPage}>
        {(contestants) => <ContestantGrid contestants={contestants} own={own} />}
      </List>
    </>
  );
}
