import { categoryRules, type CategoryView } from '@abato/contracts';
import { FormActions } from '@/components/admin/form-actions';
import { TextArea, TextField } from '@/components/field';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useRulesForm } from '@/lib/form';
import { adminContest } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { saveCategory, type CategoryInput } from './category-calls';

/** Where a category form's texts wait when the session expires. */
export const categoryDraftKey = (contestId: string, categoryId: string | undefined) =>
  `category:${contestId}:${categoryId ?? 'new'}`;

export function CategoryForm({
  contestId,
  category,
  onClose,
}: {
  contestId: string;
  category?: CategoryView;
  onClose: () => void;
}) {
  const t = adminContest.categoryForm;
  const form = useRulesForm<CategoryInput>({
    rules: categoryRules,
    defaultValues: {
      contestId,
      name: category?.name ?? '',
      description: category?.description ?? '',
      order: category?.order ?? 0,
    },
    draftKey: categoryDraftKey(contestId, category?.id),
  });
  const save = useAdminAction({
    run: (input: CategoryInput) => saveCategory(category?.id, { ...input, order: input.order ?? 0 }),
    success: category ? t.updated : t.created,
    onDone: onClose,
    quietFailure: true,
  });
  const submit = form.handleSubmit((input) => save.mutateAsync(input).catch(form.showFailure));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <TextField label={t.name} {...form.field('name')} />
      <TextArea label={t.description} {...form.field('description')} />
      <TextField
        label={adminForms.order}
        hint={adminForms.orderHint}
        type="number"
        min="0"
        step="1"
        inputMode="numeric"
        {...form.field('order')}
      />
      <FormActions
        submit={category ? adminForms.save : t.submit}
        busy={save.isPending}
        onCancel={onClose}
        testId="category-form-submit"
      />
    </form>
  );
}
