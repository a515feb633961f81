import type { PublicContestView } from '@abato/contracts';
import type { LogTotals } from '@/lib/public-log/recompute';
import { publicAuditTexts } from '@/texts/en/public-audit';

const t = publicAuditTexts.totals;

/** A nominee of the log or of the page. */
export interface NamedRow {
  id: string;
  name: string;
  /** Code and category, or why the page has no count. */
  note: string;
  /** Votes that the page shows; null for one that it does not show. */
  page: number | null;
}

/**
 * Every nominee of the page, in its order, then those that have votes in the log only. Names are those of the log: of its newest list, or of an earlier one for those who were taken
 * off it. A log of version 1 has no names, and those of the page stand there.
 */
export function namedRows(
  contest: Pick<PublicContestView, 'categories'>,
  { roster, formerNames, byContestant }: Pick<LogTotals, 'roster' | 'formerNames' | 'byContestant'>,
): NamedRow[] {
  const shown = contest.categories.flatMap(({ contestants }) => contestants);
  const onPage = new Set(shown.map(({ id }) => id));
  const noteOf = (id: string): string => {
    const { code, categoryId } = roster?.contestants.get(id) ?? {};
    return code ? t.codeAndCategory(code, roster?.categories.get(categoryId ?? '')?.name ?? '') : '';
  };
  return [
    ...shown.map(({ id, name, voteCount }) => ({
      id,
      name: roster?.contestants.get(id)?.name ?? name,
      note: roster && !roster.contestants.has(id) ? t.notListed : noteOf(id),
      page: voteCount,
    })),
    ...[...new Set([...(roster?.contestants.keys() ?? []), ...byContestant.keys()])]
      .filter((id) => !onPage.has(id))
      .map((id) => {
        const named = roster?.contestants.get(id)?.name;
        const former = formerNames.get(id);
        return {
          id,
          name: named ?? former ?? t.unnamed,
          note: named ? noteOf(id) : former ? t.takenOff : '',
          page: null,
        };
      }),
  ];
}
