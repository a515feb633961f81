import { formSettings, type ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { AdminForm, PictureField, useAdminForm } from '@/components/admin/admin-form';
import { FormSections, type FormPart } from '@/components/admin/form-sections';
import { Checkbox, SelectField, TextArea, TextField, type Option } from '@/components/field';
import { Link } from '@/components/link';
import { Notice } from '@/components/notice';
import type { FieldProps } from '@/lib/form';
import { contestListQuery, contestProposalQuery, hostChoiceQuery } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { ApiError } from '@/lib/api';
import { forgetForm } from '@/lib/kept-form';
import { adminContests } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { createContest, saveContest } from './api';
import { datesOf, problemsOf, rulesOf, valuesOf, type ContestValues } from './contest-values';
import { addPhotos } from './contestant-list-fields';
import { KeptNotice, readKeptContest, useKeptContest } from './kept-contest';
import { categoriesOf, hasNominees, isFilled, type NomineeGroup } from './nominee-groups';
import { NomineesPart } from './nominees-part';
import { VotingPart } from './voting-part';

/** Where a contest form's texts are kept when the session expires; those of a new contest for their account alone. */
export const contestDraftKey = (userId: string, contestId?: string) =>
  `contest:${contestId ?? `new:${userId}`}`;

const t = adminContests.form;
const VOTING = formSettings
  .map(({ name }) => name)
  .filter((name) => name !== 'startDate' && name !== 'endDate');
/** A saved contest, and how many of its photos were not. */
interface Saved {
  id: string;
  photosFailed?: number;
}
type Form = ReturnType<typeof useAdminForm<ContestValues, Saved>>;

interface Props {
  contest?: ContestView;
  onClose: () => void;
  /** Takes what leaving the form does while it is open. */
  onLeave?: (leave: (() => void) | null) => void;
}

/** A contest in numbered parts on one page. A new one may bring its categories and contestants, and may be activated at once. */
export function ContestForm({ contest, onClose, onLeave }: Props) {
  const { id } = useAdmin();
  const isNew = contest === undefined;
  const navigate = useNavigate();
  const [kept, setKept] = useState(() => (isNew ? readKeptContest(id) : null));
  const [defaults] = useState(() => ({ ...valuesOf(contest), ...kept?.values }));
  const [afresh, setAfresh] = useState(0);
  const isCreated = useRef(false);
  const form: Form = useAdminForm<ContestValues, Saved>({
    rules: rulesOf(contest),
    defaultValues: defaults,
    check: problemsOf(contest),
    draftKey: contestDraftKey(id, contest?.id),
    // While photos follow, the contest is in the list: its texts would make it a second time.
    keepsDraft: () => !isCreated.current,
    run: async (values) => {
      // A free contest has neither; what was typed before it became free is left out.
      const input = Number(values.votePrice) > 0 ? values : { ...values, bundles: [], windows: [] };
      const { groups, publish, ...fields } = input;
      if (contest) return saveContest(contest, fields, datesOf(contest));
      const filled = groups.filter(isFilled);
      const created = await createContest(fields, categoriesOf(filled), publish).catch((error: unknown) => {
        for (const { field, message } of error instanceof ApiError ? error.fields : []) {
          const [name, index] = field.split('.');
          const nr = groups.indexOf(filled[Number(index)] as NomineeGroup) + 1;
          if (name === 'activate') form.setError('publish', { message });
          if (name === 'categories')
            form.setError('groups', { message: nr ? t.nominees.problem(nr, message) : message });
        }
        throw error;
      });
      isCreated.current = true;
      forgetForm();
      let photosFailed = 0;
      for (const [index, { list, photos }] of filled.entries()) {
        const { contestants = [] } = created.categories?.[index] ?? {};
        photosFailed += await addPhotos(contestants, list, photos);
      }
      return { id: created.id, photosFailed };
    },
    success: (_, { photosFailed }) =>
      contest
        ? t.updated
        : photosFailed
          ? `${t.created} ${t.nominees.photosFailed(photosFailed)}`
          : t.created,
    onClose,
    onSaved: isNew
      ? (saved) => {
          void navigate(`/admin/contests/${saved.id}`);
        }
      : undefined,
  });
  const startAfresh = useKeptContest(form, id, isNew);
  const freshly = () => {
    startAfresh();
    setKept(null);
    setAfresh((before) => before + 1);
    // By its name: the form knows its inputs again only when it is drawn.
    requestAnimationFrame(() => document.getElementsByName('title')[0]?.focus());
  };
  const leave = () => {
    if (!isNew || !form.busy) onClose();
  };
  useEffect(() => {
    onLeave?.(leave);
    return () => onLeave?.(null);
  });
  const parts = useParts(form, contest, useProposals(form, contest, kept !== null));
  return (
    <AdminForm
      form={form}
      submit={contest ? adminForms.save : t.submit}
      onCancel={leave}
      held={isNew}
      testId="contest-form-submit"
    >
      {kept && <KeptNotice at={kept.at} onFresh={freshly} busy={form.busy} />}
      {/* All parts open, and no file chosen. */}
      <FormSections key={afresh} parts={parts} />
    </AdminForm>
  );
}

/** The hosts to choose from, with the one that is proposed. */
function useProposals(form: Form, contest: ContestView | undefined, isKept: boolean) {
  const { id, role } = useAdmin();
  const hosts = useQuery(hostChoiceQuery(role));
  // A super admin may choose only from their own hosts (specification §6).
  const movable = !contest || contest.status === 'DRAFT';
  const choice = (hosts.data?.data ?? []).filter(
    (host) => (movable && host.userId === id) || host.id === contest?.hostId,
  );
  useProposedHost(form, contest === undefined, hosts.isSuccess ? choice : null);
  useProposedLevel(form, contest === undefined && !isKept);
  return { choice, isMissing: hosts.isSuccess && choice.length === 0 };
}

function useParts(
  form: Form,
  contest: ContestView | undefined,
  { choice, isMissing }: ReturnType<typeof useProposals>,
): FormPart[] {
  const [hostId, title, description, startDate, endDate, votePrice, banner, groups] = useWatch({
    control: form.control,
    name: ['hostId', 'title', 'description', 'startDate', 'endDate', 'votePrice', 'banner', 'groups'],
  });
  const { errors } = form.formState;
  const wrong = (...names: (keyof ContestValues)[]) => names.some((name) => errors[name]);
  const basics: FormPart = {
    key: 'basics',
    ...t.parts.basics,
    done: [hostId, title, description, startDate, endDate].every((text) => text.trim() !== ''),
    wrong: wrong('hostId', 'title', 'description', 'startDate', 'endDate'),
    content: (
      <>
        {isMissing && (
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
        <TextArea label={t.description} rows={3} {...form.field('description')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={t.start} type="datetime-local" {...form.field('startDate')} />
          <TextField label={t.end} type="datetime-local" {...form.field('endDate')} />
        </div>
      </>
    ),
  };
  const voting: FormPart = {
    key: 'voting',
    ...t.parts.voting,
    done: String(votePrice).trim() !== '',
    wrong: wrong(...VOTING, 'amendmentReason'),
    content: <VotingPart form={form} contest={contest} />,
  };
  const nominees: FormPart = {
    key: 'nominees',
    ...t.parts.nominees,
    done: groups.some(hasNominees),
    wrong: wrong('groups'),
    folded: !groups.some(isFilled),
    content: <NomineesPart form={form} />,
  };
  const look: FormPart = {
    key: 'look',
    ...(contest ? t.parts.look : t.parts.publish),
    done: Boolean(banner ?? contest?.banner),
    wrong: wrong('banner', 'publish'),
    content: (
      <>
        <PictureField
          form={form}
          name="banner"
          removal="removeBanner"
          label={t.banner}
          optional
          current={contest?.banner}
          testId="contest-banner"
        />
        {!contest && <PublishField field={form.field('publish')} />}
      </>
    ),
  };
  return contest ? [basics, voting, look] : [basics, voting, nominees, look];
}

/** A new contest is proposed to ask for verified numbers where codes can be sent. */
function useProposedLevel({ setValue }: Form, isNew: boolean): void {
  const { data } = useQuery({ ...contestProposalQuery, enabled: isNew });
  const level = data?.verification;
  useEffect(() => {
    if (level && isNew) setValue('verification', level);
  }, [level, isNew, setValue]);
}

/** A new contest is proposed for the only host, or for the host of the newest contest. */
function useProposedHost(form: Form, isNew: boolean, choice: { id: string }[] | null): void {
  const { id, role } = useAdmin();
  const contests = useQuery({ ...contestListQuery(role), enabled: isNew && (choice?.length ?? 0) > 1 });
  const newest = contests.data?.data.find(({ userId }) => userId === id)?.hostId;
  const proposed = choice?.length === 1 ? choice[0]?.id : choice?.find((host) => host.id === newest)?.id;
  const ids = choice?.map((host) => host.id).join(' ');
  const { getValues, setValue } = form;
  useEffect(() => {
    if (!isNew || ids === undefined) return;
    // A host that was kept with the form may have been deleted meanwhile.
    const isThere = getValues('hostId') !== '' && ids.includes(getValues('hostId'));
    if (!isThere && getValues('hostId') !== (proposed ?? '')) setValue('hostId', proposed ?? '');
  }, [isNew, proposed, ids, getValues, setValue]);
}

/** Whether a new contest is activated as soon as it is saved. */
function PublishField({ field: { error, ...field } }: { field: FieldProps }) {
  return (
    <div>
      <Checkbox label={t.publish.label} {...field} data-testid="contest-publish" />
      {error ? (
        <p role="alert" className="text-sm font-medium text-red-text">
          {error}
        </p>
      ) : (
        <p className="text-xs text-muted">{t.publish.hint}</p>
      )}
    </div>
  );
}
