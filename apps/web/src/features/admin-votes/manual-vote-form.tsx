import { manualVoteRules, type ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { AdminForm, useAdminForm, wholeNumber } from '@/components/admin/admin-form';
import { SelectField, TextArea, TextField, type Option } from '@/components/field';
import { categoryListQuery, contestantListQuery } from '@/lib/admin/api';
import { formatCedis } from '@/lib/format';
import { adminVotes } from '@/texts/en/admin-figures';
import { adminForms } from '@/texts/en/admin-forms';
import { enterManualVote, type ManualVoteInput } from './api';

const optionsFrom = (page: { data: { id: string; name: string }[] } | undefined) =>
  (page?.data ?? []).map(({ id, name }): Option => [id, name]);

export function ManualVoteForm({ contest, onClose }: { contest: ContestView; onClose: () => void }) {
  const t = adminVotes.manual;
  const [key] = useState(() => crypto.randomUUID());
  const form = useAdminForm<ManualVoteInput>({
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
    run: (input) => enterManualVote(input, key),
    success: (input) => t.done(adminForms.votes(input.voteCount)),
    onClose,
  });
  const [categoryId, contestantId, voteCount] = useWatch({
    control: form.control,
    name: ['categoryId', 'contestantId', 'voteCount'],
  });
  const categories = useQuery(categoryListQuery(contest.id));
  const contestants = useQuery({ ...contestantListQuery(categoryId), enabled: categoryId !== '' });
  const category = form.field('categoryId');
  return (
    <AdminForm form={form} submit={t.submit} onCancel={onClose} testId="manual-vote-submit">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t.category}
          {...category}
          value={categoryId}
          onChange={(event) => {
            form.setValue('contestantId', '');
            return category.onChange(event);
          }}
          blank={t.selectCategory}
          options={optionsFrom(categories.data)}
        />
        <SelectField
          label={t.contestant}
          {...form.field('contestantId')}
          value={contestantId}
          disabled={!categoryId}
          blank={t.selectContestant}
          options={categoryId ? optionsFrom(contestants.data) : []}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t.voteCount}
          min="1"
          {...wholeNumber}
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
    </AdminForm>
  );
}
