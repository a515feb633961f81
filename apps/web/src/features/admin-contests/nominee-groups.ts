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
  /** How much of it was saved before a later part failed; unsure when the answer about its newest part was lost. */
  saved?: 'category' | 'list' | 'unsure' | undefined;
}

export const emptyGroup = (key = 0): NomineeGroup => ({ key, name: '', about: '', list: '', photos: [] });

/** No key is given twice, also after the group that had it was removed. */
let lastKey = 0;

export const anotherGroup = (before: readonly NomineeGroup[]): NomineeGroup =>
  emptyGroup((lastKey = Math.max(lastKey, ...before.map(({ key }) => key)) + 1));

export const hasNominees = ({ list }: NomineeGroup) => list.trim() !== '';

/** A group without any entry is not made; one that is saved cannot be emptied. */
export const isFilled = (group: NomineeGroup) =>
  group.saved !== undefined ||
  [group.name, group.about, group.list].some((text) => text.trim() !== '') ||
  group.photos.length > 0;

/** Specification §5 asks for a description; who types none is given one. */
export const descriptionOf = ({ name, about }: NomineeGroup) =>
  about.trim() || adminContests.form.nominees.aboutProposed(name.trim());

/** What is known of groups that were sent, by their keys. */
export interface SavedGroups {
  /** Ids of the categories. */
  categories: Record<NomineeGroup['key'], string>;
  /** Whose lists are saved. */
  listed: NomineeGroup['key'][];
  /** Of which a part was sent and no answer came: only the server knows whether it is saved. */
  unsure: NomineeGroup['key'][];
}

/** Groups that say what of them is saved. */
export const withSaved = (
  groups: readonly NomineeGroup[],
  { categories, listed, unsure }: SavedGroups,
): NomineeGroup[] => {
  const savedOf = ({ key }: NomineeGroup) =>
    unsure.includes(key)
      ? 'unsure'
      : listed.includes(key)
        ? 'list'
        : categories[key] === undefined
          ? undefined
          : 'category';
  return groups.map((group) => ({ ...group, saved: savedOf(group) }));
};

type Named = Pick<ContestantView, 'name'>;
const nameOf = ({ name }: Named) => name.toLowerCase();

/**
 * What of a list its category does not have yet: some or all of it may be saved although no answer came.
 * @param present in the category
 * @returns a list of the others; blank when none is missing
 */
export function missingOf(present: readonly Named[], list: string): string {
  const names = new Set(present.map(nameOf));
  const { contestants } = readContestantList(list);
  const missing = contestants.filter((contestant) => !names.has(nameOf(contestant)));
  if (missing.length === contestants.length) return list;
  if (!missing.length) return '';
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return ['name,bio', ...missing.map(({ name, bio }) => `${cell(name)},${cell(bio)}`)].join('\n');
}

/**
 * The contestants of a list, in its order.
 * @param present in the category; null where one of the list is not
 */
export function listedIn<C extends Named>(present: readonly C[], list: string): C[] | null {
  const byName = new Map(present.map((contestant) => [nameOf(contestant), contestant]));
  const found = readContestantList(list).contestants.map((contestant) => byName.get(nameOf(contestant)));
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
