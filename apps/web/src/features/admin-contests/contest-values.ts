import {
  contestRules,
  contestSettingsRules,
  DEFAULT_FREE_VOTES_PER_DEVICE,
  DEFAULT_FREE_VOTES_PER_HOUR,
  DEFAULT_RETENTION_MONTHS,
  END_AFTER_START,
  type ContestView,
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

export const valuesOf = (contest: ContestView | undefined): ContestValues => ({
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
  addressProof: contest?.addressProof ?? true,
  verification: contest?.verification ?? 'OPEN',
  allowBallotChange: contest?.allowBallotChange ?? false,
  retentionMonths: contest?.retentionMonths ?? DEFAULT_RETENTION_MONTHS,
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
    // A paid contest has no rules of free votes, but the form has their fields.
    (contest.challenge !== null && (fields.challenge ?? contest.challenge) !== contest.challenge) ||
    (fields.addressProof ?? contest.addressProof) !== contest.addressProof ||
    numbers.some((name) => contest[name] !== null && Number(fields[name] ?? contest[name]) !== contest[name])
  );
}
