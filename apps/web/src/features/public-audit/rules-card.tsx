import { AMENDMENT_REASON, type ContestRulesView, type PublicContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Card } from '@/components/card';
import { FailedQuery } from '@/components/error-box';
import { Facts } from '@/components/facts';
import { Notice } from '@/components/notice';
import { formatDateTime } from '@/lib/format';
import { amendmentTexts } from '@/texts/en/amendment';
import { publicAuditTexts } from '@/texts/en/public-audit';
import type { LogTotals } from '@/lib/public-log/recompute';
import { type CheckedRules, comparedWithLog, rulesQuery, versionsOf } from './api';
import { ruleName, type RuleValue, shownChanges, shownRule } from './shown-rule';

const t = publicAuditTexts.rules;

/** The rules in force, and every amendment, of the names too. @param totals of the log, once it was added up */
export function RulesCard({ contest, totals }: { contest: PublicContestView; totals: LogTotals | null }) {
  const query = useQuery(rulesQuery(contest.id));
  const names = new Map(contest.categories.map(({ id, name }) => [id, name]));
  const shown: Shown = (field, value) => shownRule(field, value, names);
  return (
    <Card className="p-5 sm:p-7" data-testid="rules">
      <h2 className="text-xl">{t.title}</h2>
      <FailedQuery query={query} />
      {query.data && <Rules checked={query.data} totals={totals} shown={shown} />}
    </Card>
  );
}

type Shown = (field: string, value: RuleValue) => string;

function Rules({
  checked,
  totals,
  shown,
}: {
  checked: CheckedRules;
  totals: LogTotals | null;
  shown: Shown;
}) {
  const { published, holds } = checked;
  const versions = versionsOf(published);
  const last = versions.at(-1);
  if (!last) return <p className="mt-2 text-sm text-muted">{t.none}</p>;
  // A log that goes on beyond what this page knows may have more of them.
  const inLog =
    totals &&
    totals.newer === null &&
    comparedWithLog(
      totals.rules,
      versions.map(({ hash }) => hash),
    );
  const isRight = holds && inLog !== 'other';
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        {published.amendments.length ? t.since(formatDateTime(last.at)) : t.sealed(formatDateTime(last.at))}
      </p>
      <Facts
        className="mt-3"
        facts={Object.entries(last.rules)
          .filter(([field, value]) => value !== null && field !== AMENDMENT_REASON)
          .map(([field, value]) => [ruleName(field), shown(field, value)])}
      />
      <p className="mt-3 text-sm text-muted">{t.hash}</p>
      <p className="font-mono text-xs break-all">{last.hash}</p>
      <Notice tone={isRight ? 'success' : 'error'} className="mt-3">
        {isRight ? t.holds : t.wrong} {isRight && inLog && t.inLog[inLog]}
      </Notice>
      <h3 className="mt-6 text-lg">{t.amendments}</h3>
      <Amendments amendments={published.amendments} renamings={totals?.renamings ?? []} shown={shown} />
    </>
  );
}

/** Amendments of the rules, and changes of the list of names, in the order of their times. */
function Amendments({
  amendments,
  renamings,
  shown,
}: Pick<ContestRulesView, 'amendments'> & Pick<LogTotals, 'renamings'> & { shown: Shown }) {
  const all = [
    ...amendments.map(({ at, hash, changes, reason }) => ({
      at,
      key: hash,
      because: reason ? amendmentTexts.because(reason) : amendmentTexts.noReason,
      lines: changes.map(({ field, from, to }) =>
        t.changed(ruleName(field), shown(field, from), shown(field, to)),
      ),
    })),
    ...renamings.map(({ minute, changes }, nr) => ({
      at: minute,
      key: `names ${nr}`,
      because: publicAuditTexts.names.inLog,
      lines: shownChanges(changes),
    })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  if (!all.length) return <p className="mt-1 text-sm text-muted">{t.noAmendments}</p>;
  return (
    <ol className="mt-2 space-y-3">
      {all.map(({ at, key, because, lines }) => (
        <li key={`${at} ${key}`} className="border-l-2 border-gold pl-3 text-sm">
          <p className="font-semibold">{formatDateTime(at)}</p>
          <p className="wrap-anywhere text-muted">{because}</p>
          {lines.map((line, nr) => (
            <p key={`${nr} ${line}`} className="wrap-anywhere">
              {line}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
