import type { CategoryView, ContestView } from '@abato/contracts';
import { errorText } from '@/lib/api';
import { toast } from '@/lib/toast';
import { adminContests } from '@/texts/en/admin-contests';
import { saveCategory, saveContest, setContestStatus } from './api';
import { addWithPhotos } from './contestant-list-fields';
import { datesOf, type ContestValues } from './contest-values';
import { descriptionOf, hasNominees, isFilled, type NomineeGroup } from './nominee-groups';

/** What of a new contest is saved already: when a later part fails, the next try does not make it twice. */
export interface Made {
  contest?: ContestView;
  categories: Map<NomineeGroup['key'], CategoryView>;
  listed: Set<NomineeGroup['key']>;
  photosFailed: number;
}

export const nothingMade = (): Made => ({ categories: new Map(), listed: new Set(), photosFailed: 0 });

/**
 * The contest, its categories, their contestants and photos, one after the other, and the activation if it is wished.
 * @throws what the server says about the first part that it refuses
 */
export async function makeContest(
  { groups, publish, ...input }: ContestValues,
  made: Made,
): Promise<ContestView> {
  const { contest } = made;
  made.contest = await saveContest(contest?.id, input, datesOf(contest), contest?.windows);
  for (const [index, group] of groups.filter(isFilled).entries())
    await makeCategory(made.contest.id, group, index + 1, made);
  if (!publish) return made.contest;
  try {
    made.contest = await setContestStatus(made.contest.id, 'ACTIVE');
  } catch (error) {
    // The contest's page lists what is missing.
    toast.error(adminContests.form.publish.failed(errorText(error)));
  }
  return made.contest;
}

async function makeCategory(
  contestId: string,
  group: NomineeGroup,
  order: number,
  made: Made,
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
  const { failed } = await addWithPhotos(category.id, group.list, group.photos);
  made.listed.add(group.key);
  made.photosFailed += failed;
}
