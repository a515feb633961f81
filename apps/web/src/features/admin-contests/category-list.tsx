import type { CategoryView, ContestView } from '@abato/contracts';
import { Layers, Pencil, Plus, Trash2, UsersRound } from 'lucide-react';
import { confirmAction, useReopened } from '@/components/admin/ask';
import { Button, ButtonLink, IconButton } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { adminContest } from '@/texts/en/admin-contests';
import { deleteCategory } from './api';
import { categoryDraftKey, openCategoryForm } from './category-form';

const t = adminContest.categories;

export function CategoryList({
  contest,
  categories,
  own,
}: {
  contest: ContestView;
  categories: CategoryView[];
  own: boolean;
}) {
  useReopened(categoryDraftKey(contest.id), () => openCategoryForm(contest));
  const sorted = [...categories].sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
  return (
    <section>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">{t.title}</h2>
        {own && (
          <Button
            size="sm"
            icon={Plus}
            onClick={() => openCategoryForm(contest)}
            data-testid="category-create"
          >
            {t.add}
          </Button>
        )}
      </div>
      {sorted.length === 0 ? (
        <EmptyState icon={Layers} title={t.empty} text={t.emptyHint} />
      ) : (
        <ul className="grid gap-4">
          {sorted.map((category) => (
            <li key={category.id}>
              <CategoryRow contest={contest} category={category} own={own} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function CategoryRow({
  contest,
  category,
  own,
}: {
  contest: ContestView;
  category: CategoryView;
  own: boolean;
}) {
  const remove = () =>
    confirmAction({
      ...adminContest.confirmDeleteCategory,
      text: adminContest.confirmDeleteCategory.text(category.name),
      run: () => deleteCategory(category.id),
    });
  return (
    <Card
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5"
      data-testid={`category-${category.id}`}
    >
      <div className="min-w-0 grow basis-64">
        <h3 className="text-lg">{category.name}</h3>
        <p className="mt-0.5 line-clamp-2 text-sm text-muted">{category.description}</p>
        <p className="mt-2 text-sm font-semibold tabular-nums">
          {t.contestants(category._count.contestants)} · {t.votes(category._count.votes)}
        </p>
      </div>
      <div className="flex items-center gap-1.5">
        <ButtonLink
          variant="outline"
          size="sm"
          to={`/admin/contests/${category.contestId}/categories/${category.id}`}
          aria-label={t.manageNamed(category.name)}
          icon={UsersRound}
          data-testid={`category-open-${category.id}`}
        >
          {t.manage}
        </ButtonLink>
        {own && (
          <>
            <IconButton
              label={t.editNamed(category.name)}
              onClick={() => openCategoryForm(contest, category)}
              data-testid={`edit-category-${category.id}`}
            >
              <Pencil aria-hidden className="size-5" />
            </IconButton>
            <IconButton
              label={t.deleteNamed(category.name)}
              onClick={remove}
              className="text-red-text"
              data-testid={`delete-category-${category.id}`}
            >
              <Trash2 aria-hidden className="size-5" />
            </IconButton>
          </>
        )}
      </div>
    </Card>
  );
}
