import {
  contestRules,
  contestSettingsRules,
  DEFAULT_FREE_VOTES_PER_DEVICE,
  DEFAULT_FREE_VOTES_PER_HOUR,
  DEFAULT_RETENTION_MONTHS,
  END_AFTER_START,
  type ContestView,
} from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { AdminForm, PictureField, useAdminForm } from '@/components/admin/admin-form';
import { imageProblem } from '@/components/admin/image-field';
import { SelectField, TextArea, TextField, type Option } from '@/components/field';
import { Notice } from '@/components/notice';
import { contestListQuery, contestProposalQuery, hostChoiceQuery } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { adminContests } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { saveContest, type ContestInput } from './api';
import { BallotChangeField, ExpertRules, VerificationField } from './free-vote-rules';
import { BundlesField, FoldedOffers, offersProblem, typedWindows, WindowsField } from './price-rules';

/** Where a contest form's texts are kept when the session expires. */
export const contestDraftKey = (contestId?: string) => `contest:${contestId ?? 'new'}`;

/** ISO to what `<input type="datetime-local">` holds, in Ghana time. */
const local = (iso: string) => iso.slice(0, 16);

const HOUR_MS = 3_600_000;
const PROPOSED_DAYS = 14;
/** From the next full hour on for two weeks, until nine in the evening. */
function proposedDates(now = Date.now()): { startDate: string; endDate: string } {
  const start = new Date(Math.ceil(now / HOUR_MS) * HOUR_MS);
  const end = new Date(start.getTime() + PROPOSED_DAYS * 24 * HOUR_MS);
  return { startDate: local(start.toISOString()), endDate: `${end.toISOString().slice(0, 10)}T21:00` };
}

/** The contest’s own dates, or proposed ones for a new contest. */
const datesOf = (contest: ContestView | undefined) =>
  contest ? { startDate: local(contest.startDate), endDate: local(contest.endDate) } : proposedDates();

export function ContestForm({ contest, onClose }: { contest?: ContestView; onClose: () => void }) {
  const t = adminContests.form;
  const { id, role } = useAdmin();
  const navigate = useNavigate();
  const hosts = useQuery(hostChoiceQuery(role));
  // A super admin may choose only from their own hosts (specification §6).
  const movable = !contest || contest.status === 'DRAFT';
  const choice = (hosts.data?.data ?? []).filter(
    (host) => (movable && host.userId === id) || host.id === contest?.hostId,
  );
  // Past its draft the rules are sealed: a change of them is public, with its reason.
  const isAmended = contest !== undefined && contest.status !== 'DRAFT';
  const form = useAdminForm<ContestInput, ContestView>({
    rules: isAmended ? { ...contestRules, amendmentReason: REASON } : contestRules,
    defaultValues: {
      amendmentReason: '',
      hostId: contest?.hostId ?? '',
      title: contest?.title ?? '',
      description: contest?.description ?? '',
      ...datesOf(contest),
      votePrice: contest?.votePrice ?? 0,
      bundles: contest?.bundles ?? [],
      windows: typedWindows(contest?.windows ?? []),
      freeVotesPerHour: contest?.freeVotesPerHour ?? DEFAULT_FREE_VOTES_PER_HOUR,
      freeVotesPerDevice: contest?.freeVotesPerDevice ?? DEFAULT_FREE_VOTES_PER_DEVICE,
      challenge: contest?.challenge ?? 'AUTO',
      verification: contest?.verification ?? 'OPEN',
      allowBallotChange: contest?.allowBallotChange ?? false,
      retentionMonths: contest?.retentionMonths ?? DEFAULT_RETENTION_MONTHS,
      banner: undefined,
      removeBanner: false,
    },
    check: ({ banner, votePrice, bundles, windows, ...fields }) => ({
      ...offersProblem(votePrice, Number(votePrice) > 0 ? { bundles, windows } : { bundles: [] }),
      amendmentReason:
        isAmended &&
        amends(contest, { votePrice, bundles, windows, ...fields }) &&
        !fields.amendmentReason?.trim()
          ? t.reasonNeeded
          : undefined,
      endDate:
        fields.startDate && fields.endDate && fields.endDate <= fields.startDate
          ? END_AFTER_START
          : undefined,
      banner: banner && imageProblem(banner),
    }),
    draftKey: contestDraftKey(contest?.id),
    // A free contest has neither; what was typed before it became free is left out.
    run: (input) =>
      saveContest(
        contest?.id,
        Number(input.votePrice) > 0 ? input : { ...input, bundles: [], windows: [] },
        datesOf(contest),
        contest?.windows,
      ),
    success: contest ? t.updated : t.created,
    onClose,
    // A new contest needs categories next: they are entered on its own page.
    onSaved: contest ? undefined : (saved) => void navigate(`/admin/contests/${saved.id}`),
  });
  useProposedHost(form, contest === undefined, hosts.isSuccess ? choice : null);
  useProposedLevel(form, contest === undefined);
  const [price, hostId, level, bundles, windows] = useWatch({
    control: form.control,
    name: ['votePrice', 'hostId', 'verification', 'bundles', 'windows'],
  });
  const { errors } = form.formState;
  const isFree = Number(price) === 0;
  const isFixed = contest !== undefined && contest.status !== 'DRAFT';
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
      <TextField
        label={t.price}
        type="number"
        step="0.01"
        min="0"
        inputMode="decimal"
        hint={contest && contest._count.votes > 0 ? t.priceVotesHint : t.priceHint}
        {...form.field('votePrice')}
      />
      {!isFree && (
        <FoldedOffers
          used={Boolean(contest?.bundles.length || contest?.windows.length)}
          wrong={Boolean(errors.bundles ?? errors.windows)}
        >
          <BundlesField
            value={bundles}
            error={errors.bundles?.message}
            onChange={(next) => {
              form.setValue('bundles', next as ContestInput['bundles']);
              form.clearErrors('bundles');
            }}
          />
          <WindowsField
            value={windows}
            error={errors.windows?.message}
            onChange={(next) => {
              form.setValue('windows', next);
              form.clearErrors('windows');
            }}
          />
        </FoldedOffers>
      )}
      {isFree && <VerificationField field={form.field('verification')} isFixed={isFixed} />}
      {isFree && level === 'ELECTORATE' && (
        <BallotChangeField field={form.field('allowBallotChange')} isFixed={isFixed} />
      )}
      {isAmended && (
        <TextField
          label={t.reason}
          hint={t.reasonHint}
          maxLength={REASON.maxLength}
          {...form.field('amendmentReason')}
        />
      )}
      <ExpertRules form={form} isFree={isFree} isOpen={contest !== undefined} />
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

/** Optional as long as no rule changes. */
const REASON = { ...contestSettingsRules.amendmentReason, required: undefined };

/** Whether a form changes rules that are sealed. */
function amends(contest: ContestView, fields: Partial<ContestInput>): boolean {
  const { startDate, endDate } = datesOf(contest);
  const numbers = ['votePrice', 'freeVotesPerHour', 'freeVotesPerDevice', 'retentionMonths'] as const;
  const bundles = (of: NonNullable<ContestInput['bundles']>) =>
    JSON.stringify(of.map(({ votes, price }) => [Number(votes), Number(price)]));
  return (
    bundles(fields.bundles ?? contest.bundles) !== bundles(contest.bundles) ||
    JSON.stringify(fields.windows) !== JSON.stringify(typedWindows(contest.windows)) ||
    local(fields.startDate ?? startDate) !== startDate ||
    local(fields.endDate ?? endDate) !== endDate ||
    (fields.challenge ?? contest.challenge) !== contest.challenge ||
    numbers.some((name) => Number(fields[name] ?? contest[name]) !== contest[name])
  );
}

type Form = ReturnType<typeof useAdminForm<ContestInput, ContestView>>;

/** A new contest is proposed to ask for verified numbers where codes can be sent. */
function useProposedLevel({ setValue }: Form, isNew: boolean): void {
  const { data } = useQuery({ ...contestProposalQuery, enabled: isNew });
  const level = data?.verification;
  useEffect(() => {
    if (level) setValue('verification', level);
  }, [level, setValue]);
}

/** A new contest is proposed for the only host, or for the host of the newest contest. */
function useProposedHost(form: Form, isNew: boolean, choice: { id: string }[] | null): void {
  const { id, role } = useAdmin();
  const contests = useQuery({ ...contestListQuery(role), enabled: isNew && (choice?.length ?? 0) > 1 });
  const newest = contests.data?.data.find(({ userId }) => userId === id)?.hostId;
  const proposed = choice?.length === 1 ? choice[0]?.id : choice?.find((host) => host.id === newest)?.id;
  const { getValues, setValue } = form;
  useEffect(() => {
    if (isNew && proposed && !getValues('hostId')) setValue('hostId', proposed);
  }, [isNew, proposed, getValues, setValue]);
}
