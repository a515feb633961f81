import type { CategoryView, ContestantView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { ListPlus, Mic2, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { AdminHead, BackLink } from '@/components/admin/admin-head';
import { confirmAction, showForm, useReopened } from '@/components/admin/ask';
import { List, isMissing, Loaded, Missing } from '@/components/admin/loaded';
import { Button, IconButton } from '@/components/button';
import { Card } from '@/components/card';
import { Notice } from '@/components/notice';
import { Picture } from '@/components/picture';
import { adminKeys, contestantListQuery, contestQuery } from '@/lib/admin/api';
import { useContestFigures } from '@/lib/admin/live';
import { useAdmin } from '@/lib/admin/use-admin';
import { reads } from '@/lib/api';
import { useTitle } from '@/lib/use-title';
import { adminContest, adminContests, adminCategory as t } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { deleteContestant } from './api';
import { contestantDraftKey, openContestantForm } from './contestant-form';
import { ContestantListForm } from './contestant-list-fields';

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
              <Button variant="outline" icon={ListPlus} onClick={addList} data-testid="contestants-list">
                {t.addList}
              </Button>
              <Button icon={Plus} onClick={create} data-testid="contestant-create">
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

function ContestantGrid({ contestants, own }: { contestants: ContestantView[]; own: boolean }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 sm:gap-5 md:grid-cols-3 xl:grid-cols-4">
      {contestants.map((contestant) => (
        <li key={contestant.id}>
          {/* On phones a row with the picture beside the name, as voters see it: many nominees stay a list. */}
          <Card
            className="grid h-full grid-cols-[6.5rem_minmax(0,1fr)] overflow-hidden sm:flex sm:flex-col"
            data-testid={`contestant-${contestant.id}`}
          >
            <div className="relative sm:aspect-square">
              <Picture
                path={contestant.photo}
                box={[640, 480]}
                sizes="(min-width: 1280px) 17rem, (min-width: 640px) 40vw, 6.5rem"
                name={contestant.name}
                className="absolute inset-0 size-full object-top"
              />
            </div>
            <div className="flex min-w-0 grow flex-col p-3 sm:p-4">
              <h3 className="text-lg leading-snug">{contestant.name}</h3>
              <p className="text-sm text-muted">
                {t.code} <span className="font-semibold text-ink tabular-nums">{contestant.code}</span>
              </p>
              <p className="mt-1 line-clamp-3 text-sm text-muted">{contestant.bio}</p>
              <div className="mt-auto flex items-center justify-between gap-2 pt-3">
                <p className="text-sm font-semibold tabular-nums">
                  {adminForms.votes(contestant._count.votes)}
                </p>
                {own && (
                  <div className="-mr-2 flex">
                    <IconButton
                      label={t.editNamed(contestant.name)}
                      onClick={() => openContestantForm(contestant.categoryId, contestant)}
                      data-testid={`edit-contestant-${contestant.id}`}
                    >
                      <Pencil aria-hidden className="size-5" />
                    </IconButton>
                    <IconButton
                      label={t.deleteNamed(contestant.name)}
                      onClick={() => remove(contestant)}
                      className="text-red-text"
                      data-testid={`delete-contestant-${contestant.id}`}
                    >
                      <Trash2 aria-hidden className="size-5" />
                    </IconButton>
                  </div>
                )}
              </div>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function remove({ id, name }: ContestantView): void {
  confirmAction({
    ...t.confirmDelete,
    text: t.confirmDelete.text(name),
    run: () => deleteContestant(id),
  });
}
