import { contestantRules, PHOTO_REQUIRED, type ContestantView } from '@abato/contracts';
import { useWatch } from 'react-hook-form';
import { FormActions } from '@/components/admin/form-actions';
import { ImageField, imageProblem } from '@/components/admin/image-field';
import { TextArea, TextField } from '@/components/field';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useRulesForm } from '@/lib/form';
import { adminCategory } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { saveContestant, type ContestantInput } from './contestant-calls';

/** Where a contestant form's texts wait when the session expires. */
export const contestantDraftKey = (categoryId: string, contestantId: string | undefined) =>
  `contestant:${categoryId}:${contestantId ?? 'new'}`;

export function ContestantForm({
  categoryId,
  contestant,
  onClose,
}: {
  categoryId: string;
  contestant?: ContestantView;
  onClose: () => void;
}) {
  const t = adminCategory.form;
  const form = useRulesForm<ContestantInput>({
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
  });
  const photo = useWatch({ control: form.control, name: 'photo' });
  const save = useAdminAction({
    run: (input: ContestantInput) => saveContestant(contestant?.id, { ...input, order: input.order ?? 0 }),
    success: contestant ? t.updated : t.created,
    onDone: onClose,
    quietFailure: true,
  });
  const submit = form.handleSubmit((input) => save.mutateAsync(input).catch(form.showFailure));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <TextField label={t.name} {...form.field('name')} />
      <TextArea label={t.bio} {...form.field('bio')} />
      <ImageField
        label={t.photo}
        optional={Boolean(contestant)}
        current={contestant?.photo}
        file={photo}
        error={form.formState.errors.photo?.message}
        onFile={(file) => {
          form.clearErrors('photo');
          form.setValue('photo', file);
        }}
        testId="contestant-photo"
      />
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
        submit={contestant ? adminForms.save : t.submit}
        busy={save.isPending}
        onCancel={onClose}
        testId="contestant-form-submit"
      />
    </form>
  );
}
