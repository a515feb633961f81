import {
  contestantRules,
  PHOTO_REQUIRED,
  type ContestantInput as ContestantFields,
  type ContestantView,
} from '@abato/contracts';
import { AdminForm, OrderField, PictureField, useAdminForm } from '@/components/admin/admin-form';
import { showForm } from '@/components/admin/ask';
import { imageProblem } from '@/components/admin/image-field';
import { TextArea, TextField } from '@/components/field';
import { adminCategory } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { createContestant, saveContestant } from './api';

type ContestantInput = Required<ContestantFields> & { photo?: File };
const t = adminCategory.form;

/** Where a contestant form's texts are kept when the session expires. */
export const contestantDraftKey = (categoryId: string, contestantId?: string) =>
  `contestant:${categoryId}:${contestantId ?? 'new'}`;

/** @param contestant undefined for a new one */
export const openContestantForm = (categoryId: string, contestant?: ContestantView) =>
  showForm({ title: contestant ? t.editTitle : t.createTitle }, (close) => (
    <ContestantForm categoryId={categoryId} contestant={contestant} onClose={close} />
  ));

function ContestantForm({
  categoryId,
  contestant,
  onClose,
}: {
  categoryId: string;
  contestant: ContestantView | undefined;
  onClose: () => void;
}) {
  const form = useAdminForm<ContestantInput>({
    rules: contestantRules,
    defaultValues: {
      categoryId,
      name: contestant?.name ?? '',
      bio: contestant?.bio ?? '',
      order: contestant?.order ?? 0,
      photo: undefined,
    },
    check: ({ photo }) => ({
      // Required on create only (specification §5).
      photo: photo ? imageProblem(photo) : contestant ? undefined : PHOTO_REQUIRED,
    }),
    draftKey: contestantDraftKey(categoryId, contestant?.id),
    run: ({ categoryId: _of, ...input }) => {
      const fields = { ...input, order: input.order ?? 0 };
      return contestant ? saveContestant(contestant.id, fields) : createContestant({ categoryId, ...fields });
    },
    success: contestant ? t.updated : t.created,
    onClose,
  });
  return (
    <AdminForm
      form={form}
      submit={contestant ? adminForms.save : t.submit}
      onCancel={onClose}
      another={!contestant}
      testId="contestant-form-submit"
    >
      <TextField label={t.name} {...form.field('name')} />
      <TextArea label={t.bio} {...form.field('bio')} />
      <PictureField
        form={form}
        name="photo"
        label={t.photo}
        optional={Boolean(contestant)}
        current={contestant?.photo}
        testId="contestant-photo"
      />
      <OrderField field={form.field('order')} />
    </AdminForm>
  );
}
