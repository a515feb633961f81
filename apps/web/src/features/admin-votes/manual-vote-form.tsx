import {
  cedisFromPesewas,
  formatCedis,
  manualVoteRules,
  ownPricesOf,
  priceVotes,
  rulesShownBy,
  SECOND_PERSON_ABOVE_PESEWAS,
  type CastVoteResult,
  type ContestView,
  type ManualVoteInput,
} from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { AdminForm, useAdminForm, wholeNumber } from '@/components/admin/admin-form';
import { SelectField, TextArea, TextField, type Option } from '@/components/field';
import { categoryListQuery, contestantChoiceQuery } from '@/lib/admin/api';
import { serverNow } from '@/lib/server-time';
import { adminVotes } from '@/texts/en/admin-figures';
import { adminForms } from '@/texts/en/admin-forms';
import { enterManualVote } from './api';

const optionsFrom = (page: { data: { id: string; name: string }[] } | undefined) =>
  (page?.data ?? []).map(({ id, name }): Option => [id, name]);

export function ManualVoteForm({ contest, onClose }: { contest: ContestView; onClose: () => void }) {
  const t = adminVotes.manual;
  const form = useAdminForm<ManualVoteInput, CastVoteResult>({
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
    run: enterManualVote,
    success: (_input, { awaitsConfirmation, voteCount: counted }) =>
      (awaitsConfirmation ? t.waits : t.done)(adminForms.votes(counted)),
    onClose,
  });
  const [categoryId, contestantId, voteCount] = useWatch({
    control: form.control,
    name: ['categoryId', 'contestantId', 'voteCount'],
  });
  const categories = useQuery(categoryListQuery(contest.id));
  const contestants = useQuery({ ...contestantChoiceQuery(categoryId), enabled: categoryId !== '' });
  const category = form.field('categoryId');
  const own = ownPricesOf(categories.data?.data.find(({ id }) => id === categoryId));
  const { amountPesewas } = priceVotes(rulesShownBy(contest), own, Number(voteCount) || 0, serverNow());
  const total = Number(voteCount) > 0 ? cedisFromPesewas(amountPesewas) : 0;
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
          hint={contest.votePrice > 0 ? cashHint(total) : undefined}
          {...form.field('voteCount')}
        />
        <TextField
          label={t.voterPhone}
          optional
          type="tel"
          hint={t.phoneHint}
          {...form.field('voterPhone')}
        />
        <TextField label={t.voterName} optional {...form.field('voterName')} />
        <TextField label={t.voterEmail} optional type="email" {...form.field('voterEmail')} />
      </div>
      <TextArea label={t.reason} hint={t.reasonHint} rows={2} {...form.field('reason')} />
    </AdminForm>
  );
}

/** The cash that was received, in cedis, and what follows from a high amount. */
function cashHint(total: number): string {
  const { total: name, secondPerson } = adminVotes.manual;
  const waits = total > cedisFromPesewas(SECOND_PERSON_ABOVE_PESEWAS);
  return `${name}: ${formatCedis(total)}${waits ? `. ${secondPerson}` : ''}`;
}
