import {
  REHEARSAL_SHAPES,
  type RehearsalPlan,
  type RehearsalView,
  startRehearsalRules,
  type StartRehearsalInput,
} from '@abato/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AdminForm, useAdminForm, wholeNumber } from '@/components/admin/admin-form';
import { Loaded } from '@/components/admin/loaded';
import { Checkbox, optionsOf, SelectField, TextField } from '@/components/field';
import { Notice } from '@/components/notice';
import { contestChoiceQuery } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { ApiError } from '@/lib/api';
import { formatCount } from '@/lib/format';
import { adminRehearsals } from '@/texts/en/admin-rehearsals';
import { rehearsalPlanQuery, startRehearsal } from './api';

const t = adminRehearsals.form;
const FIRST = { votesPerSecond: 50, viewers: 100, minutes: 2 };

interface StartFormProps {
  /** The contest that is chosen at first; empty: none. */
  contestId: string;
  onStarted: (rehearsal: RehearsalView) => void;
  onClose: () => void;
}

/** Shape and length of a load, within what the account may ask for. */
export function StartForm(props: StartFormProps) {
  const plan = useQuery(rehearsalPlanQuery);
  return <Loaded query={plan}>{(known) => <Fields {...props} plan={known} />}</Loaded>;
}

function Fields({ contestId, onStarted, onClose, plan }: StartFormProps & { plan: RehearsalPlan }) {
  const { limits, contestsNear, hours } = plan;
  const { role, superAdmin } = useAdmin();
  const client = useQueryClient();
  const contests = useQuery(contestChoiceQuery(role));
  const form = useAdminForm<StartRehearsalInput, RehearsalView>({
    rules: startRehearsalRules,
    defaultValues: {
      contestId,
      votesPerSecond: Math.min(FIRST.votesPerSecond, limits.votesPerSecond),
      viewers: Math.min(FIRST.viewers, limits.viewers),
      minutes: Math.min(FIRST.minutes, limits.minutes),
      shape: 'STEADY',
      confirmed: false,
    },
    run: ({ contestId: chosen, ...input }) =>
      startRehearsal({ ...input, ...(chosen && { contestId: chosen }) }).catch((error: unknown) => {
        // Something is near or runs since the plan was read: the form shows it, and what to confirm.
        if (error instanceof ApiError && error.code === 'CONFLICT') {
          void client.invalidateQueries({ queryKey: rehearsalPlanQuery.queryKey });
        }
        throw error;
      }),
    success: t.started,
    onClose,
    onSaved: onStarted,
    check: ({ confirmed }) => (contestsNear > 0 && !confirmed ? { confirmed: t.unconfirmed } : {}),
  });
  const most = (field: keyof typeof limits) => ({
    ...form.field(field),
    hint: t.most(formatCount(limits[field])),
  });
  const { error: unconfirmed, ...confirmed } = form.field('confirmed');
  const options = (contests.data?.data ?? []).map(({ id, title }) => [id, title] as const);
  const first = superAdmin ? { blank: adminRehearsals.usualContest } : { placeholder: t.choose };
  return (
    <AdminForm form={form} submit={t.submit} onCancel={onClose} testId="rehearsal-submit">
      {limits.votesPerSecond === 0 && <Notice tone="info">{t.notAllowed}</Notice>}
      {plan.othersVote && <Notice tone="info">{t.othersVote}</Notice>}
      {plan.isBusy && <Notice tone="info">{t.busy}</Notice>}
      <SelectField
        // The chosen contest can be shown once its option is there.
        key={options.length}
        label={t.contest}
        hint={t.contestHint}
        options={options}
        {...first}
        {...form.field('contestId')}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField label={t.votes} {...wholeNumber} {...most('votesPerSecond')} />
        <TextField label={t.viewers} {...wholeNumber} {...most('viewers')} />
        <TextField label={t.minutes} type="number" step="any" inputMode="decimal" {...most('minutes')} />
      </div>
      <SelectField
        label={t.shape}
        hint={t.shapeHint}
        options={optionsOf(REHEARSAL_SHAPES, adminRehearsals.shapes)}
        {...form.field('shape')}
      />
      {contestsNear > 0 && (
        <Notice tone="warning" title={t.near}>
          <p>{t.nearText(contestsNear, hours)}</p>
          <Checkbox label={t.confirm} {...confirmed} />
          {unconfirmed && (
            <p role="alert" className="font-medium">
              {unconfirmed}
            </p>
          )}
        </Notice>
      )}
    </AdminForm>
  );
}
