import type { PublicContestView } from '@abato/contracts';
import type { Roster } from '@abato/verifier/roster.mjs';
import type { Entry } from '@/lib/public-log/entry';
import { rosterOfPage } from '@/lib/public-log/roster';
import { receiptTexts as t } from '@/texts/en/receipt';

/** Whom a vote is for, in words. */
export interface NomineeInWords {
  name: string;
  code: string | undefined;
  category: string | undefined;
  /** Whether the names are those of the log. */
  isSealed: boolean;
  /** What the page calls otherwise now, a sentence each. */
  since: string[];
}

/**
 * The nominee as the list in the log before the vote says, and what was renamed since; without such a list as the page says.
 * @param roster null for a log of version 1, and where it was not checked
 * @param contest undefined while it is not known
 */
export function nomineeOf(
  id: string,
  roster: Roster | null,
  contest: Pick<PublicContestView, 'categories'> | undefined,
): NomineeInWords {
  const page = contest && rosterOfPage(contest);
  const [sealed, shown] = [roster?.contestants.get(id), page?.contestants.get(id)];
  const nominee = sealed ?? shown;
  const categoryIn = (list: Roster | null | undefined, of: typeof nominee) =>
    of && list?.categories.get(of.categoryId)?.name;
  const category = sealed ? categoryIn(roster, sealed) : categoryIn(page, shown);
  const since: string[] = [];
  if (sealed && page && !shown) since.push(t.since.takenOff);
  if (sealed && shown) {
    const now = categoryIn(page, shown);
    if (shown.name !== sealed.name) since.push(t.since.name(shown.name));
    if (shown.code !== sealed.code) since.push(t.since.code(shown.code));
    if (now !== undefined && now !== category) since.push(t.since.category(now));
  }
  return {
    name: nominee?.name ?? t.unnamed,
    code: nominee?.code,
    category,
    isSealed: sealed !== undefined,
    since,
  };
}

/**
 * What was proven of a vote with `verified`: its phone number, or a ballot code, which has none.
 * @param isErased nothing of version 1 tells then which of the two it was
 */
export function provenBy(entry: Entry, isErased: boolean): 'number' | 'ballotCode' | 'either' | undefined {
  if (entry.verified !== true) return undefined;
  if (entry.voter || entry.channel !== 'ballot') return 'number';
  return entry.ballot || !isErased ? 'ballotCode' : 'either';
}
