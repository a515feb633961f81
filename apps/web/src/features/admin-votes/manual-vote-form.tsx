import { manualVoteRules, type ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormActions } from '@/components/admin/form-actions';
import { SelectField, TextArea, TextField } from '@/components/field';
import { categoryListQuery } from '@/lib/admin/category-list';
import { contestantListQuery } from '@/lib/admin/contestant-list';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useRulesForm } from '@/lib/form';
import { formatCedis } from '@/lib/format';
import { adminVotes } from '@/texts/en/admin-figures';
import { adminForms } from '@/texts/en/admin-forms';
import { enterManualVote, type ManualVoteInput } from './enter-manual-vote';

export function ManualVoteForm({ contest, onClose }: { contest: ContestView; onClose: () => void }) {
  const t = adminVotes.manual;
  const [key] = useState(() => crypto.randomUUID());
  const form = useRulesForm<ManualVoteInput>({
    rules: manualVoteRules,
    defaultValues: {
      contestId: contest.id,
      categoryId: '',
      contestantId: '',
      voteCount: 1,
      voterName: '',
      voterEmail: '',
      voterPhone: '',
      reason: '',
    },
    draftKey: `manual-vote:${contest.id}`,
  });
  const [categoryId, contestantId, voteCount] = useWatch({
    control: form.control,
    name: ['categoryId', 'contestantId', 'voteCount'],
  });
  const categories = useQuery(categoryListQuery(contest.id));
  const contestants = useQuery({ ...contestantListQuery(categoryId), enabled: categoryId !== '' });
  const enter = useAdminAction({
    run: (input: ManualVoteInput) => enterManualVote(input, key),
    success: (input) => t.done(adminForms.votes(input.voteCount)),
    onDone: onClose,
    quietFailure: true,
  });
  const submit = form.handleSubmit((input) => enter.mutateAsync(input).catch(form.showFailure));
  const category = form.field('categoryId');
  const choices = categoryId ? (contestants.data?.data ?? []) : [];
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t.category}
          {...category}
          value={categoryId}
          onChange={(event) => {
            form.setValue('contestantId', '');
            return category.onChange(event);
          }}
        >
          <option value="">{t.selectCategory}</option>
          {(categories.data?.data ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t.contestant}
          {...form.field('contestantId')}
          value={contestantId}
          disabled={!categoryId}
        >
          <option value="">{t.selectContestant}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t.voteCount}
          type="number"
          min="1"
          step="1"
          inputMode="numeric"
          hint={
            contest.votePrice > 0
              ? `${t.total}: ${formatCedis((Number(voteCount) || 0) * contest.votePrice)}`
              : undefined
          }
          {...form.field('voteCount')}
        />
        <TextField label={t.voterPhone} type="tel" hint={t.phoneHint} {...form.field('voterPhone')} />
        <TextField label={t.voterName} optional {...form.field('voterName')} />
        <TextField label={t.voterEmail} optional type="email" {...form.field('voterEmail')} />
      </div>
      <TextArea label={t.reason} hint={t.reasonHint} rows={2} {...form.field('reason')} />
      <FormActions submit={t.submit} busy={enter.isPending} onCancel={onClose} testId="manual-vote-submit" />
    </form>
  );
}
