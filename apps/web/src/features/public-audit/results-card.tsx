import type { PublicContestView, ResultVersions } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Td, Th } from '@/components/cells';
import { FailedQuery } from '@/components/error-box';
import { formatCount, formatDateTime } from '@/lib/format';
import { resultVersionQuery, resultVersionsQuery } from '@/lib/result-versions';
import { changeText } from '@/lib/result-change';
import { amendmentTexts } from '@/texts/en/amendment';
import { resultTexts as t } from '@/texts/en/result-corrections';

/** Every version of a final result that was corrected, with the reason; nothing for one that never was. */
export function ResultsCard({ contest }: { contest: PublicContestView }) {
  const isCorrected = (contest.amendment?.corrections ?? 0) > 0;
  const query = useQuery({ ...resultVersionsQuery(contest.id), enabled: isCorrected });
  if (!isCorrected) return null;
  return (
    <Card className="p-5 sm:p-7" data-testid="result-versions">
      <h2 className="text-xl">{t.title}</h2>
      <p className="mt-1 text-sm text-muted">{t.lead}</p>
      <FailedQuery query={query} />
      <ol className="mt-4 space-y-4">
        {query.data?.versions.map((version) => (
          <Version key={version.version} contestId={contest.id} version={version} />
        ))}
      </ol>
    </Card>
  );
}

function Version({
  contestId,
  version: { version, at, reason, changes },
}: {
  contestId: string;
  version: ResultVersions['versions'][number];
}) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery({ ...resultVersionQuery(contestId, version), enabled: open });
  return (
    <li className="border-l-2 border-gold pl-3 text-sm">
      <p className="font-semibold">
        {t.version(version)} · {formatDateTime(at)}
      </p>
      <p className="wrap-anywhere text-muted">{reason ? amendmentTexts.because(reason) : t.first}</p>
      {changes.map((change) => (
        <p key={change.contestantId} className="wrap-anywhere">
          {changeText(change)}
        </p>
      ))}
      {data ? (
        data.categories.map((category) => (
          <div key={category.id} className="mt-3 overflow-x-auto rounded-lg border border-line">
            <table className="w-full border-collapse text-left">
              <caption className="sr-only">{t.caption(version, category.name)}</caption>
              <thead>
                <tr>
                  <Th className="w-0">{t.rank}</Th>
                  <Th>{category.name}</Th>
                  <Th className="text-right">{t.votes}</Th>
                </tr>
              </thead>
              <tbody>
                {category.contestants.map(({ id, name, rank, votes }) => (
                  <tr key={id} className="border-t border-line">
                    <Td>{rank}</Td>
                    <Td className="wrap-anywhere">{name}</Td>
                    <Td className="text-right tabular-nums">{votes !== null && formatCount(votes)}</Td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ))
      ) : (
        <Button variant="outline" size="sm" busy={open} className="mt-2" onClick={() => setOpen(true)}>
          {t.show(version)}
        </Button>
      )}
    </li>
  );
}
