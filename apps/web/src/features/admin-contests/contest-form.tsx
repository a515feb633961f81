import {
  contestRules,
  DEFAULT_FREE_VOTES_PER_DEVICE,
  DEFAULT_FREE_VOTES_PER_HOUR,
  DEFAULT_RETENTION_MONTHS,
  END_AFTER_START,
  type ContestView,
} from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { FormActions } from '@/components/admin/form-actions';
import { ImageField, imageProblem } from '@/components/admin/image-field';
import { SelectField, TextArea, TextField } from '@/components/field';
import { Notice } from '@/components/notice';
import { hostChoiceQuery } from '@/lib/admin/host-list';
import { useAdmin } from '@/lib/admin/use-admin';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useRulesForm } from '@/lib/form';
import { adminContests } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { FreeVoteRules, RetentionField } from './free-vote-rules';
import { saveContest, type ContestInput } from './save-contest';

/** Where a contest form's texts wait when the session expires. */
export const contestDraftKey = (contestId: string | undefined) => `contest:${contestId ?? 'new'}`;

/** ISO to what `<input type="datetime-local">` holds, in Ghana time. */
const local = (iso: string | undefined) => iso?.slice(0, 16) ?? '';

export function ContestForm({ contest, onClose }: { contest?: ContestView; onClose: () => void }) {
  const t = adminContests.form;
  const { id, role } = useAdmin();
  const hosts = useQuery(hostChoiceQuery(role));
  // A super admin may choose only from their own hosts (specification §6).
  const choice = (hosts.data?.data ?? []).filter((host) => host.userId === id || host.id === contest?.hostId);
  const form = useRulesForm<ContestInput>({
    rules: contestRules,
    defaultValues: {
      hostId: contest?.hostId ?? '',
      title: contest?.title ?? '',
      description: contest?.description ?? '',
      startDate: local(contest?.startDate),
      endDate: local(contest?.endDate),
      votePrice: contest?.votePrice ?? 0,
      freeVotesPerHour: contest?.freeVotesPerHour ?? DEFAULT_FREE_VOTES_PER_HOUR,
      freeVotesPerDevice: contest?.freeVotesPerDevice ?? DEFAULT_FREE_VOTES_PER_DEVICE,
      challenge: contest?.challenge ?? 'AUTO',
      retentionMonths: contest?.retentionMonths ?? DEFAULT_RETENTION_MONTHS,
      banner: undefined,
    },
    check: ({ startDate, endDate, banner }) => ({
      endDate: startDate && endDate && endDate <= startDate ? END_AFTER_START : undefined,
      banner: banner && imageProblem(banner),
    }),
    draftKey: contestDraftKey(contest?.id),
  });
  const [banner, price, hostId] = useWatch({
    control: form.control,
    name: ['banner', 'votePrice', 'hostId'],
  });
  const save = useAdminAction({
    run: (input: ContestInput) => saveContest(contest?.id, input),
    success: contest ? t.updated : t.created,
    onDone: onClose,
    quietFailure: true,
  });
  const submit = form.handleSubmit((input) => save.mutateAsync(input).catch(form.showFailure));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {hosts.isSuccess && choice.length === 0 && (
        <Notice tone="warning" title={adminContests.needsHost}>
          <Link to="/admin/hosts" className="font-semibold underline">
            {adminContests.goToHosts}
          </Link>
        </Notice>
      )}
      {/* The value is given by hand: the options arrive after the form, and a select forgets what it cannot show. */}
      <SelectField label={t.host} {...form.field('hostId')} value={hostId}>
        <option value="">{t.selectHost}</option>
        {choice.map((host) => (
          <option key={host.id} value={host.id}>
            {host.name}
          </option>
        ))}
      </SelectField>
      <TextField label={t.title} {...form.field('title')} />
      <TextArea label={t.description} {...form.field('description')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t.start} type="datetime-local" {...form.field('startDate')} />
        <TextField label={t.end} type="datetime-local" {...form.field('endDate')} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t.price}
          type="number"
          step="0.01"
          min="0"
          inputMode="decimal"
          hint={contest && contest._count.votes > 0 ? t.priceVotesHint : t.priceHint}
          {...form.field('votePrice')}
        />
        <RetentionField field={form.field('retentionMonths')} />
      </div>
      {Number(price) === 0 && <FreeVoteRules field={form.field} />}
      <ImageField
        label={t.banner}
        optional
        current={contest?.banner}
        file={banner}
        error={form.formState.errors.banner?.message}
        onFile={(file) => {
          form.clearErrors('banner');
          form.setValue('banner', file);
        }}
        testId="contest-banner"
      />
      <FormActions
        submit={contest ? adminForms.save : t.submit}
        busy={save.isPending}
        onCancel={onClose}
        testId="contest-form-submit"
      />
    </form>
  );
}
