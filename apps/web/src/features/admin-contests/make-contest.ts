import type { CategoryView, ContestantView, ContestView } from '@abato/contracts';
import { categoryListQuery, contestantListQuery } from '@/lib/admin/api';
import { ApiError, errorText, NetworkError } from '@/lib/api';
import { forgetForm } from '@/lib/kept-form';
import { queryClient } from '@/lib/query-client';
import { toast } from '@/lib/toast';
import { adminContests } from '@/texts/en/admin-contests';
import { saveCategory, saveContest, setContestStatus } from './api';
import { addPhotos, addWithPhotos } from './contestant-list-fields';
import { datesOf, type ContestValues } from './contest-values';
import { descriptionOf, hasNominees, isFilled, listedIn, type NomineeGroup } from './nominee-groups';

/** What of a new contest is saved already: when a later part fails, the next try does not make it twice. */
export interface Made {
  contest?: ContestView;
  categories: Map<NomineeGroup['key'], CategoryView>;
  listed: Set<NomineeGroup['key']>;
  photosFailed: number;
  /** The newest try. */
  running?: Promise<ContestView>;
}

export const nothingMade = (): Made => ({ categories: new Map(), listed: new Set(), photosFailed: 0 });

/** Of each account, the new contest that is on its way to the server: its dialog may be closed and opened again meanwhile. */
const onTheWay = new Map<string, Made>();

export const madeFor = (userId: string): Made => onTheWay.get(userId) ?? nothingMade();

/**
 * The contest, its categories, their contestants and photos, one after the other, and the activation if it is wished. A try waits for
 * the one before it, and goes on where that one failed.
 * @throws what the server says about the first part that it refuses
 */
export function makeContest(userId: string, values: ContestValues, made: Made): Promise<ContestView> {
  const start = () => makeParts(userId, values, made);
  made.running = made.running?.catch(start) ?? start();
  return made.running;
}

async function makeParts(
  userId: string,
  { groups, publish, ...input }: ContestValues,
  made: Made,
): Promise<ContestView> {
  const { contest } = made;
  if (!contest) onTheWay.set(userId, made);
  try {
    made.contest = await saveContest(contest?.id, input, datesOf(contest), contest?.windows);
  } finally {
    onTheWay.delete(userId);
  }
  forgetForm();
  const filled = groups.filter(isFilled);
  if (contest) await findCategories(contest.id, filled, made);
  for (const [index, group] of filled.entries())
    await makeCategory(made.contest.id, group, index + 1, made, contest !== undefined).catch(
      (error: unknown) => {
        // Its fields are not those of the contest, which may have the same names.
        throw error instanceof ApiError
          ? new Error(adminContests.form.nominees.problem(groups.indexOf(group) + 1, error.message))
          : error;
      },
    );
  if (!publish) return made.contest;
  try {
    made.contest = await setContestStatus(made.contest.id, 'ACTIVE');
  } catch (error) {
    // The contest's page lists what is missing.
    const t = adminContests.form.publish;
    toast.error(error instanceof NetworkError ? t.unanswered : t.failed(errorText(error)));
  }
  return made.contest;
}

async function makeCategory(
  contestId: string,
  group: NomineeGroup,
  order: number,
  made: Made,
  isRetry: boolean,
): Promise<void> {
  const before = made.categories.get(group.key);
  const category = await saveCategory(before?.id, {
    contestId,
    name: group.name.trim(),
    description: descriptionOf(group),
    order,
    votePrice: null,
    bundles: [],
  });
  made.categories.set(group.key, category);
  if (!hasNominees(group) || made.listed.has(group.key)) return;
  const listed = isRetry && before ? listedIn(await contestantsOf(category.id), group.list) : null;
  const { failed } = listed
    ? await addPhotos(listed, group.list, group.photos)
    : await addWithPhotos(category.id, group.list, group.photos);
  made.listed.add(group.key);
  made.photosFailed += failed;
}

/** Categories that were saved although their answer was lost. */
async function findCategories(contestId: string, groups: NomineeGroup[], made: Made): Promise<void> {
  if (groups.every(({ key }) => made.categories.has(key))) return;
  const { data } = await queryClient.fetchQuery({ ...categoryListQuery(contestId), staleTime: 0 });
  const known = new Set([...made.categories.values()].map(({ id }) => id));
  for (const { key, name } of groups) {
    if (made.categories.has(key)) continue;
    const found = data.find((category) => !known.has(category.id) && category.name === name.trim());
    if (!found) continue;
    known.add(found.id);
    made.categories.set(key, found);
  }
}

async function contestantsOf(categoryId: string): Promise<ContestantView[]> {
  const all: ContestantView[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, pagination } = await queryClient.fetchQuery({
      ...contestantListQuery(categoryId, page),
      staleTime: 0,
    });
    all.push(...data);
    pages = pagination.totalPages;
  }
  return all;
}
