import type { ResultVersions } from '@abato/contracts';
import { formatCount } from '@/lib/format';
import { resultTexts as t } from '@/texts/en/result-corrections';

type Change = ResultVersions['versions'][number]['changes'][number];

/** What a correction changes of one nominee, in words. */
export function changeText({ formerName, name, votes }: Change): string {
  return [
    formerName,
    votes === undefined ? '' : votes > 0 ? t.added(formatCount(votes)) : t.taken(formatCount(-votes)),
    name === undefined ? '' : t.renamed(name),
  ]
    .filter(Boolean)
    .join(' · ');
}
