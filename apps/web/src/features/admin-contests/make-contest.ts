import type { ContestantView, ContestView } from '@abato/contracts';
import { categoryListQuery, contestantListQuery } from '@/lib/admin/api';
import { ApiError, errorText, NetworkError } from '@/lib/api';
import { forgetForm } from '@/lib/kept-form';
import { queryClient } from '@/lib/query-client';
import { toast } from '@/lib/toast';
import { adminContests } from '@/texts/en/admin-contests';
import { addContestantList, saveCategory, saveContest, setContestStatus } from './api';
import { addPhotos } from './contestant-list-fields';
import { datesOf, type ContestValues } from './contest-values';
import {
  descriptionOf,
  hasNominees,
  isFilled,
  listedIn,
  missingOf,
  type NomineeGroup,
  type SavedGroups,
} from './nominee-groups';

/** What of a new contest is saved already: when a later part fails, the next try does not make it twice. JSON, kept with its texts. */
export interface Made extends SavedGroups {
  contest?: Pick<ContestView, 'id' | 'title' | 'startDate' | 'endDate' | 'windows'> | undefined;
  photosFailed: number;
  /** Nothing is left to make or to keep. */
  isComplete: boolean;
}

export const nothingMade = (): Made => ({
  contest: undefined,
  categories: {},
  listed: [],
  unsure: [],
  photosFailed: 0,
  isComplete: false,
});

interface NewContest {
  values: ContestValues;
  made: Made;
  /** Called with each change of what is made. */
  keep: () => void;
}

type Saved = Pick<ContestView, 'id'>;

/** Of each account, the new contest that is being made: its page may be left meanwhile. */
const running = new Map<string, Promise<Saved>>();

export const contestOnItsWay = (userId: string) => running.get(userId);

/**
 * The contest, its categories, their contestants and photos, one after the other, and the activation if it is wished. A try goes on
 * where the one before it failed. A second press while one runs is answered with it: the form cannot be changed meanwhile.
 * @throws what the server says about the first part that it refuses
 */
export function makeContest(userId: string, contest: NewContest): Promise<Saved> {
  const started =
    running.get(userId) ??
    makeParts(contest).finally(() => {
      running.delete(userId);
    });
  running.set(userId, started);
  return started;
}

async function makeParts({ values, made, keep }: NewContest): Promise<Saved> {
  const { groups, publish, ...input } = values;
  const filled = groups.filter(isFilled);
  if (made.contest) await reread(made.contest.id, filled, made);
  const isRetry = made.contest !== undefined;
  const { id, title, startDate, endDate, windows } = await saveContest(
    made.contest?.id,
    input,
    datesOf(made.contest),
    made.contest?.windows,
  );
  made.contest = { id, title, startDate, endDate, windows };
  keep();
  for (const [index, group] of filled.entries())
    await makeCategory(group, index + 1, { contestId: id, made, keep, isRetry }).catch((error: unknown) => {
      // Its fields are not those of the contest, which may have the same names.
      throw error instanceof ApiError
        ? new Error(adminContests.form.nominees.problem(groups.indexOf(group) + 1, error.message))
        : error;
    });
  if (publish)
    await setContestStatus(id, 'ACTIVE').catch((error: unknown) => {
      // The contest's page lists what is missing.
      const t = adminContests.form.publish;
      toast.error(error instanceof NetworkError ? t.unanswered : t.failed(errorText(error)));
    });
  made.isComplete = true;
  forgetForm();
  return { id };
}

interface Making extends Pick<NewContest, 'made' | 'keep'> {
  contestId: string;
  isRetry: boolean;
}

async function makeCategory(group: NomineeGroup, order: number, making: Making): Promise<void> {
  const { contestId, made, isRetry } = making;
  const { key, list } = group;
  const before = made.categories[key];
  const input = {
    contestId,
    name: group.name.trim(),
    description: descriptionOf(group),
    order,
    votePrice: null,
    bundles: [],
  };
  let categoryId = before;
  if (categoryId === undefined)
    categoryId = (await sent(key, making, () => saveCategory(undefined, input))).id;
  // The texts of one that is unsure are as they were sent.
  else if (!made.unsure.includes(key)) await saveCategory(categoryId, input);
  made.categories[key] = categoryId;
  if (hasNominees(group) && !made.listed.includes(key)) {
    const present = isRetry && before !== undefined ? await contestantsOf(categoryId) : [];
    const missing = missingOf(present, list);
    const added = missing ? await sent(key, making, () => addContestantList(categoryId, missing)) : [];
    made.listed.push(key);
    const { failed } = await addPhotos(listedIn([...present, ...added], list) ?? [], list, group.photos);
    made.photosFailed += failed;
  }
  known(key, making);
}

/** A part that would be there twice if it was sent again: until an answer comes, its group is unsure. */
async function sent<T>(key: NomineeGroup['key'], making: Making, send: () => Promise<T>): Promise<T> {
  const { made, keep } = making;
  if (!made.unsure.includes(key)) made.unsure.push(key);
  keep();
  try {
    return await send();
  } catch (error) {
    // What stands before the server may answer for it: only its own answers say that nothing was saved.
    if (error instanceof ApiError && error.status <= 500) known(key, making);
    throw error;
  }
}

function known(key: NomineeGroup['key'], { made, keep }: Making): void {
  made.unsure = made.unsure.filter((other) => other !== key);
  keep();
}

/** What the server has: answers may have been lost, and parts deleted on the contest's page. */
async function reread(contestId: string, groups: NomineeGroup[], made: Made): Promise<void> {
  const categories = await queryClient
    .fetchQuery({ ...categoryListQuery(contestId), staleTime: 0 })
    .then(({ data }) => data)
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });
  if (!categories) {
    Object.assign(made, nothingMade());
    return;
  }
  const free = new Map(categories.map(({ id, name }) => [id, name]));
  for (const [key, id] of Object.entries(made.categories)) {
    if (free.delete(id)) continue;
    delete made.categories[Number(key)];
    made.listed = made.listed.filter((other) => other !== Number(key));
  }
  for (const { key, name } of groups) {
    if (made.categories[key] !== undefined) continue;
    const found = [...free].find(([, other]) => other === name.trim());
    if (!found) continue;
    free.delete(found[0]);
    made.categories[key] = found[0];
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
