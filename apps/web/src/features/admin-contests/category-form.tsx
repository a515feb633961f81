import { categoryRules, type CategoryView } from '@abato/contracts';
import { AdminForm, OrderField, useAdminForm } from '@/components/admin/admin-form';
import { TextArea, TextField } from '@/components/field';
import { adminContest } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { saveCategory, type CategoryInput } from './api';

/** Where a category form's texts are kept when the session expires. */
export const categoryDraftKey = (contestId: string, categoryId?: string) =>
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
  const form = useAdminForm<CategoryInput>({
    rules: categoryRules,
    defaultValues: {
      contestId,
      name: category?.name ?? '',
      description: category?.description ?? '',
      order: category?.order ?? 0,
    },
    draftKey: categoryDraftKey(contestId, category?.id),
    run: (input) => saveCategory(category?.id, { ...input, order: input.order ?? 0 }),
    success: category ? t.updated : t.created,
    onClose,
  });
  return (
    <AdminForm
      form={form}
      submit={category ? adminForms.save : t.submit}
      onCancel={onClose}
      another={!category}
      testId="category-form-submit"
    >
      <TextField label={t.name} {...form.field('name')} />
      <TextArea label={t.description} {...form.field('description')} />
      <OrderField field={form.field('order')} />
    </AdminForm>
  );
}
