import {
  categoryRules,
  categorySettingsRules,
  type CategoryInput as CategoryFields,
  type CategoryView,
  type ContestView,
} from '@abato/contracts';
import { useWatch } from 'react-hook-form';
import { AdminForm, OrderField, useAdminForm } from '@/components/admin/admin-form';
import { showForm } from '@/components/admin/ask';
import { TextArea, TextField } from '@/components/field';
import { adminContest, adminContests } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { priceRuleTexts } from '@/texts/en/admin-price-rules';
import { createCategory, saveCategory } from './api';
import { BundlesField, FoldedOffers, offersProblem } from './price-rules';

type CategoryInput = Required<Omit<CategoryFields, 'amendmentReason'>> &
  Pick<CategoryFields, 'amendmentReason'>;
const t = adminContest.categoryForm;

/** Where a category form's texts are kept when the session expires. */
export const categoryDraftKey = (contestId: string, categoryId?: string) =>
  `category:${contestId}:${categoryId ?? 'new'}`;

/** @param category undefined for a new one */
export const openCategoryForm = (contest: ContestView, category?: CategoryView) =>
  showForm({ title: category ? t.editTitle : t.createTitle }, (close) => (
    <CategoryForm contest={contest} category={category} onClose={close} />
  ));

function CategoryForm({
  contest: { id: contestId, votePrice: contestPrice, status },
  category,
  onClose,
}: {
  contest: ContestView;
  category: CategoryView | undefined;
  onClose: () => void;
}) {
  /** The contest is past its draft: its prices are sealed, and a change of one is public, with its reason. */
  const isAmended = status !== 'DRAFT';
  const form = useAdminForm<CategoryInput>({
    rules: { ...categoryRules, ...categorySettingsRules },
    defaultValues: {
      contestId,
      name: category?.name ?? '',
      description: category?.description ?? '',
      order: category?.order ?? 0,
      votePrice: category?.votePrice ?? null,
      bundles: category?.bundles ?? [],
      amendmentReason: '',
    },
    check: (input) => ({
      ...offersProblem(input.votePrice, { bundles: input.votePrice ? input.bundles : [] }),
      amendmentReason:
        isAmended && pricesOf(input) !== pricesOf(category) && !input.amendmentReason?.trim()
          ? adminContests.form.reasonNeeded
          : undefined,
    }),
    draftKey: categoryDraftKey(contestId, category?.id),
    run: (input) => {
      const { contestId: _of, ...fields } = withPrices({ ...input, order: input.order ?? 0 });
      return category ? saveCategory(category.id, fields) : createCategory({ contestId, ...fields });
    },
    success: category ? t.updated : t.created,
    onClose,
  });
  const [votePrice, bundles] = useWatch({ control: form.control, name: ['votePrice', 'bundles'] });
  const { errors } = form.formState;
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
      {/* Categories of a free contest have no price. */}
      {contestPrice > 0 && (
        <FoldedOffers
          isOpen={category?.votePrice !== null && category !== undefined}
          isWrong={Boolean(errors.votePrice ?? errors.bundles ?? errors.amendmentReason)}
        >
          <TextField
            label={priceRuleTexts.ownPrice}
            hint={priceRuleTexts.ownPriceHint}
            type="number"
            step="0.01"
            inputMode="decimal"
            {...form.field('votePrice')}
          />
          {votePrice && (
            <BundlesField
              value={bundles}
              error={errors.bundles?.message}
              onChange={(next) => {
                form.setValue('bundles', next as CategoryInput['bundles']);
                form.clearErrors('bundles');
              }}
            />
          )}
          {isAmended && (
            <TextField
              label={adminContests.form.reason}
              hint={priceRuleTexts.ownPriceReasonHint}
              maxLength={categorySettingsRules.amendmentReason.maxLength}
              {...form.field('amendmentReason')}
            />
          )}
        </FoldedOffers>
      )}
    </AdminForm>
  );
}

/** What is sealed of a category, to compare: typed numbers are texts. */
function pricesOf(category: Pick<CategoryInput, 'votePrice' | 'bundles'> | undefined): string {
  const price = Number(category?.votePrice) || null;
  const bundles = price === null ? [] : (category?.bundles ?? []);
  return JSON.stringify([price, bundles.map((bundle) => [Number(bundle.votes), Number(bundle.price)])]);
}

/** An empty price is the contest's, and has no bundles of its own. */
function withPrices(input: CategoryInput): CategoryInput {
  const votePrice = input.votePrice ? Number(input.votePrice) : null;
  return { ...input, votePrice, bundles: votePrice === null ? [] : input.bundles };
}
