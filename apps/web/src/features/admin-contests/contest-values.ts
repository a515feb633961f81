import {
  contestRules,
  contestSettingsRules,
  END_AFTER_START,
  formSettings,
  type ContestView,
  type SettingFormName,
} from '@abato/contracts';
import { imageProblem } from '@/components/admin/image-field';
import { adminContests } from '@/texts/en/admin-contests';
import type { ContestInput } from './api';
import { emptyGroup, groupsProblem, hasNominees, type NomineeGroup } from './nominee-groups';
import { offersProblem, typedWindows } from './price-rules';

/** What the form of a contest holds; the last two of a new one only. */
export type ContestValues = ContestInput & {
  groups: NomineeGroup[];
  /** Whether the new contest is activated at once. */
  publish: boolean;
};

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
export const datesOf = (contest: Pick<ContestView, 'startDate' | 'endDate'> | undefined) =>
  contest ? { startDate: local(contest.startDate), endDate: local(contest.endDate) } : proposedDates();

const settingsOf = (contest: ContestView | undefined) =>
  Object.fromEntries(
    formSettings.map(({ name, initial, show }) => [
      name,
      contest?.[name] ?? (initial === undefined ? '' : show(initial)),
    ]),
  ) as Pick<ContestValues, SettingFormName>;

export const valuesOf = (contest: ContestView | undefined): ContestValues => ({
  ...settingsOf(contest),
  amendmentReason: '',
  hostId: contest?.hostId ?? '',
  title: contest?.title ?? '',
  description: contest?.description ?? '',
  ...datesOf(contest),
  windows: typedWindows(contest?.windows ?? []),
  banner: undefined,
  removeBanner: false,
  groups: [emptyGroup()],
  publish: false,
});

/** Past its draft the rules are sealed: a change of them is public, with its reason. */
export const isSealed = (contest: ContestView | undefined): contest is ContestView =>
  contest !== undefined && contest.status !== 'DRAFT';

/** Optional as long as no rule changes. */
export const REASON = { ...contestSettingsRules.amendmentReason, required: undefined };

export const rulesOf = (contest: ContestView | undefined) =>
  isSealed(contest) ? { ...contestRules, amendmentReason: REASON } : contestRules;

/** What concerns several fields. */
export const problemsOf =
  (contest: ContestView | undefined) =>
  ({ banner, votePrice, bundles, windows, groups, publish, ...fields }: ContestValues) => ({
    ...offersProblem(votePrice, Number(votePrice) > 0 ? { bundles, windows } : { bundles: [] }),
    amendmentReason:
      isSealed(contest) &&
      amends(contest, { votePrice, bundles, windows, ...fields }) &&
      !fields.amendmentReason?.trim()
        ? adminContests.form.reasonNeeded
        : undefined,
    endDate:
      fields.startDate && fields.endDate && fields.endDate <= fields.startDate ? END_AFTER_START : undefined,
    banner: banner && imageProblem(banner),
    groups: contest ? undefined : groupsProblem(groups),
    publish:
      !contest && publish && !groups.some(hasNominees) ? adminContests.form.publish.needsNominees : undefined,
  });

/** A value as it is typed: without seconds, numbers also as text. */
const typed = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' && part !== '' && !Number.isNaN(Number(part)) ? Number(part) : part,
  );

/** Whether a form changes rules that are sealed. A paid contest has no rules of free votes, but the form has their fields. */
function amends(contest: ContestView, fields: Partial<ContestInput>): boolean {
  const before = valuesOf(contest);
  const changed = (now: unknown, then: unknown) => now !== undefined && typed(now) !== typed(then);
  return formSettings.some(({ name }) => contest[name] !== null && changed(fields[name], before[name]));
}
