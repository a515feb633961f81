import { categoryRules, checkField, type NewCategory, readContestantList } from '@abato/contracts';
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
}

export const emptyGroup = (key = 0): NomineeGroup => ({ key, name: '', about: '', list: '', photos: [] });

/** No key is given twice, also after the group that had it was removed. */
let lastKey = 0;

export const anotherGroup = (before: readonly NomineeGroup[]): NomineeGroup =>
  emptyGroup((lastKey = Math.max(lastKey, ...before.map(({ key }) => key)) + 1));

export const hasNominees = ({ list }: NomineeGroup) => list.trim() !== '';

/** A group without any entry is not made. */
export const isFilled = (group: NomineeGroup) =>
  [group.name, group.about, group.list].some((text) => text.trim() !== '') || group.photos.length > 0;

/** Specification §5 asks for a description; who types none is given one. */
export const descriptionOf = ({ name, about }: NomineeGroup) =>
  about.trim() || adminContests.form.nominees.aboutProposed(name.trim());

/** As POST /contests takes them, without photos. */
export const categoriesOf = (groups: readonly NomineeGroup[]): NewCategory[] =>
  groups.map((group) => ({
    name: group.name.trim(),
    description: descriptionOf(group),
    contestants: readContestantList(group.list).contestants.map(({ name, bio }) => ({ name, bio })),
  }));

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
