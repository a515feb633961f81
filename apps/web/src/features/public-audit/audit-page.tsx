import type { PublicContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { FailedQuery } from '@/components/error-box';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { ProtectionLine } from '@/components/protection-line';
import { Spinner } from '@/components/spinner';
import type { LogTotals } from '@/lib/public-log/recompute';
import { publicContestQuery } from '@/lib/public-contest';
import { useTitle } from '@/lib/use-title';
import { publicAuditTexts as t } from '@/texts/en/public-audit';
import { auditQuery, checkpointQuery, fairPlayQuery, rulesQuery, witnessesQuery } from './api';
import { CheckIt } from './check-it';
import { CheckpointCard } from './checkpoint-card';
import { FairPlayCard } from './fair-play-card';
import { ResultsCard } from './results-card';
import { RulesCard } from './rules-card';
import { TotalsCard } from './totals-card';
import '@/styles/all.css';

/** `/contests/{id}/audit`: what anyone can check about a contest, checked in this browser. */
export function PublicAuditPage() {
  const { contestId = '' } = useParams();
  const query = useQuery(publicContestQuery(contestId));
  useTitle(query.data ? t.title(query.data.title) : t.pageTitle);
  return (
    <div className="page-width pt-8 sm:pt-14">
      {query.isPending && <Spinner size="large" />}
      {query.data ? <Audit contest={query.data} /> : <FailedQuery query={query} />}
    </div>
  );
}

function Audit({ contest }: { contest: PublicContestView }) {
  return (
    <>
      <PageHeader
        title={t.title(contest.title)}
        subtitle={t.lead}
        actions={
          <ButtonLink to={`/contests/${contest.id}`} variant="outline" size="sm">
            {t.toContest}
          </ButtonLink>
        }
      />
      <ProtectionLine contest={contest} className="-mt-4 mb-6 font-semibold" />
      <Parts contest={contest} />
    </>
  );
}

function Parts({ contest }: { contest: PublicContestView }) {
  const audit = useQuery(auditQuery(contest.id));
  const isPublished = audit.data?.published === true;
  const checkpoint = useQuery(checkpointQuery(contest.id, isPublished));
  const witnesses = useQuery(witnessesQuery(contest.id, checkpoint.data?.origin));
  const rules = useQuery(rulesQuery(contest.id));
  const fairPlay = useQuery(fairPlayQuery(contest.id));
  const [totals, setTotals] = useState<LogTotals | null>(null);
  /** How often the log was looked at again: also one that has not grown is added up anew. */
  const [round, setRound] = useState(0);
  // Drawn once all of it is known: a part that arrives later would move the links below it under the finger.
  const isWaiting =
    [audit, rules, fairPlay].some(({ isPending }) => isPending) ||
    (isPublished && checkpoint.isPending) ||
    (checkpoint.data && witnesses.isPending);
  if (isWaiting) return <Spinner size="large" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="space-y-5">
        <FailedQuery query={audit} />
        {audit.data && !isPublished && (
          <Card className="flex gap-4 p-5 sm:p-7" data-testid="log-not-published">
            <EyeOff aria-hidden className="size-7 shrink-0 text-muted" />
            <div>
              <h2 className="text-xl">{t.notPublished.title}</h2>
              <p className="mt-1 text-sm text-muted">{t.notPublished.text}</p>
            </div>
          </Card>
        )}
        <FailedQuery query={checkpoint} text={t.failed} />
        {isPublished && checkpoint.data === null && <Notice tone="info">{t.noCheckpoint}</Notice>}
        {checkpoint.data && audit.data && (
          <TotalsCard
            key={round}
            contest={contest}
            checkpoint={checkpoint.data}
            audit={audit.data}
            cosigned={(witnesses.data ?? []).filter((one) => one.size !== null)}
            totals={totals}
            onTotals={setTotals}
            onAgain={() => {
              setTotals(null);
              setRound(round + 1);
              void checkpoint.refetch();
              void witnesses.refetch();
              void audit.refetch();
            }}
          />
        )}
        {checkpoint.data && (
          <CheckpointCard
            checkpoint={checkpoint.data}
            witnesses={witnesses.isError ? 'UNREADABLE' : witnesses.data}
          />
        )}
        <ResultsCard contest={contest} />
        <FairPlayCard contest={contest} />
      </div>
      <div className="space-y-5">
        <CheckIt contestId={contest.id} isPublished={isPublished} />
        <RulesCard contest={contest} totals={totals} />
      </div>
    </div>
  );
}
