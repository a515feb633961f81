import { categoryRules, checkField, readContestantList, type ContestantView } from '@abato/contracts';
import { adminContests } from '@/texts/en/admin-contests';

/** A category of a new contest with its contestants, as it is typed. */
export interface NomineeGroup {
  /** Names the group while others are added and removed. */
  key: number;
  name: string;
  about: string;
  /** A pasted list, or the text of a CSV file. */
  list: string;
  photos: File[];
  /** How much of it was saved before a later part failed. */
  saved?: 'category' | 'list' | undefined;
}

/** No key is given twice, also after the group that had it was removed. */
let lastKey = 0;

export const emptyGroup = (before: readonly NomineeGroup[] = []): NomineeGroup => ({
  key: (lastKey = Math.max(lastKey, ...before.map(({ key }) => key)) + 1),
  name: '',
  about: '',
  list: '',
  photos: [],
});

export const hasNominees = ({ list }: NomineeGroup) => list.trim() !== '';

/** A group without any entry is not made. */
export const isFilled = (group: NomineeGroup) =>
  [group.name, group.about, group.list].some((text) => text.trim() !== '') || group.photos.length > 0;

/** Specification §5 asks for a description; who types none is given one. */
export const descriptionOf = ({ name, about }: NomineeGroup) =>
  about.trim() || adminContests.form.nominees.aboutProposed(name.trim());

/** Groups that say what of them is saved. */
export const withSaved = (
  groups: readonly NomineeGroup[],
  { categories, listed }: { categories: ReadonlyMap<number, unknown>; listed: ReadonlySet<number> },
): NomineeGroup[] =>
  groups.map((group) => ({
    ...group,
    saved: listed.has(group.key) ? 'list' : categories.has(group.key) ? 'category' : undefined,
  }));

/**
 * The contestants of a list that was saved although its answer was lost.
 * @param present in the category
 * @returns them in the order of the list; null where one of the list is missing
 */
export function listedIn<C extends Pick<ContestantView, 'name'>>(present: C[], list: string): C[] | null {
  const byName = new Map(present.map((contestant) => [contestant.name.toLowerCase(), contestant]));
  const found = readContestantList(list).contestants.map(({ name }) => byName.get(name.toLowerCase()));
  return found.every((contestant) => contestant !== undefined) ? found : null;
}

/** Why the groups cannot be saved as they are: the first reason, with the category it is about. */
export function groupsProblem(groups: readonly NomineeGroup[]): string | undefined {
  const t = adminContests.form.nominees;
  for (const [index, group] of groups.entries()) {
    if (!isFilled(group)) continue;
    const name = checkField('name', categoryRules.name, group.name);
    if ('message' in name) return t.problem(index + 1, name.message);
    const about = checkField('description', categoryRules.description, descriptionOf(group));
    if ('message' in about) return t.problem(index + 1, about.message);
    const [problem] = hasNominees(group) ? readContestantList(group.list).problems : [];
    if (problem) return t.problem(index + 1, problem);
  }
  return undefined;
}
