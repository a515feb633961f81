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
import { AdminForm, PictureField, useAdminForm } from '@/components/admin/admin-form';
import { imageProblem } from '@/components/admin/image-field';
import { SelectField, TextArea, TextField, type Option } from '@/components/field';
import { Notice } from '@/components/notice';
import { hostChoiceQuery } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { adminContests } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { saveContest, type ContestInput } from './api';
import { FreeVoteRules, RetentionField } from './free-vote-rules';

/** Where a contest form's texts are kept when the session expires. */
export const contestDraftKey = (contestId?: string) => `contest:${contestId ?? 'new'}`;

/** ISO to what `<input type="datetime-local">` holds, in Ghana time. */
const local = (iso: string | undefined) => iso?.slice(0, 16) ?? '';

export function ContestForm({ contest, onClose }: { contest?: ContestView; onClose: () => void }) {
  const t = adminContests.form;
  const { id, role } = useAdmin();
  const hosts = useQuery(hostChoiceQuery(role));
  // A super admin may choose only from their own hosts (specification §6).
  const choice = (hosts.data?.data ?? []).filter((host) => host.userId === id || host.id === contest?.hostId);
  const form = useAdminForm<ContestInput>({
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
      removeBanner: false,
    },
    check: ({ startDate, endDate, banner }) => ({
      endDate: startDate && endDate && endDate <= startDate ? END_AFTER_START : undefined,
      banner: banner && imageProblem(banner),
    }),
    draftKey: contestDraftKey(contest?.id),
    run: (input) => saveContest(contest?.id, input),
    success: contest ? t.updated : t.created,
    onClose,
  });
  const [price, hostId] = useWatch({ control: form.control, name: ['votePrice', 'hostId'] });
  return (
    <AdminForm
      form={form}
      submit={contest ? adminForms.save : t.submit}
      onCancel={onClose}
      testId="contest-form-submit"
    >
      {hosts.isSuccess && choice.length === 0 && (
        <Notice tone="warning" title={adminContests.needsHost}>
          <Link to="/admin/hosts" className="font-semibold underline">
            {adminContests.goToHosts}
          </Link>
        </Notice>
      )}
      {/* The value is given by hand: the options arrive after the form, and a select forgets what it cannot show. */}
      <SelectField
        label={t.host}
        {...form.field('hostId')}
        value={hostId}
        blank={t.selectHost}
        options={choice.map((host): Option => [host.id, host.name])}
      />
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
      <PictureField
        form={form}
        name="banner"
        removal="removeBanner"
        label={t.banner}
        optional
        current={contest?.banner}
        testId="contest-banner"
      />
    </AdminForm>
  );
}
