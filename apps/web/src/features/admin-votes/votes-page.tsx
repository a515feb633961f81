import type { ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { HandCoins, Vote } from 'lucide-react';
import { useState } from 'react';
import { TimelineCard } from '@/components/admin/charts/timeline-card';
import { ExportButton } from '@/components/admin/export-button';
import { Empty, List } from '@/components/admin/list';
import { Loaded } from '@/components/admin/loaded';
import { ContestSelect, Filters, StatusSelect, Toolbar } from '@/components/admin/toolbar';
import { Button, ButtonLink } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { LiveIndicator } from '@/components/live-indicator';
import { PageHeader } from '@/components/page-header';
import { useAdmin } from '@/lib/admin/use-admin';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { useContestFigures } from '@/lib/admin/use-contest-live';
import { useLoggedFailure } from '@/lib/admin/use-logged-failure';
import { voteStatsQuery } from '@/lib/admin/api';
import { recordsOf } from '@/lib/admin/export';
import { useTitle } from '@/lib/use-title';
import { adminCash } from '@/texts/en/admin-cash';
import { adminVotes as t } from '@/texts/en/admin-figures';
import { dailyVotesQuery, voteListQuery } from './api';
import { DailyBars } from './daily-bars';
import { HeldLink } from './held-link';
import { ManualVoteForm } from './manual-vote-form';
import { PaceAlarm } from './pace-alarm';
import { VoteCards } from './vote-cards';
import { VoteTable } from './vote-table';

export function VotesPage() {
  const { contests, list, chosen, status, page, choose } = useChosenContest();
  useContestFigures(chosen?.id);
  useTitle(t.pageTitle);
  return (
    <>
      <PageHeader title={t.title} subtitle={t.subtitle} />
      <Loaded query={contests}>
        {() =>
          chosen ? (
            <div className="grid grid-cols-1 gap-6">
              <Filters>
                <ContestSelect contests={list} chosen={chosen.id} onContest={(id) => choose('contest', id)} />
                <StatusSelect status={status} onStatus={(value) => choose('status', value)} />
              </Filters>
              <ContestVotes
                key={chosen.id}
                contest={chosen}
                status={status}
                page={page}
                onPage={(next) => choose('page', String(next))}
              />
            </div>
          ) : (
            <Empty icon={Vote} title={t.noContests} text={t.noContestsHint} />
          )
        }
      </Loaded>
    </>
  );
}

function ContestVotes({
  contest,
  status,
  page,
  onPage,
}: {
  contest: ContestView;
  status: string;
  page: number;
  onPage: (page: number) => void;
}) {
  const { id } = useAdmin();
  const [entering, setEntering] = useState(false);
  const stats = useQuery(voteStatsQuery(contest.id));
  const daily = useQuery(dailyVotesQuery(contest.id));
  const votes = useQuery(voteListQuery(contest.id, status, page));
  useLoggedFailure(t.logStats, stats.error);
  useLoggedFailure(t.logDaily, daily.error);
  const own = contest.userId === id;
  return (
    <>
      {contest.status === 'ACTIVE' && <PaceAlarm contestId={contest.id} />}
      {stats.data && <VoteCards stats={stats.data} />}
      {daily.data && <DailyBars days={daily.data} />}
      <TimelineCard contestId={contest.id} metric="votes" />
      <section aria-label={t.table.caption(contest.title)} className="grid grid-cols-1 gap-4">
        <Toolbar
          actions={
            <>
              {own && (contest.status === 'ACTIVE' || contest.status === 'PAUSED') && (
                <Button
                  variant="outline"
                  size="sm"
                  icon={<HandCoins aria-hidden className="size-4" />}
                  onClick={() => setEntering(true)}
                  data-testid="manual-vote"
                >
                  {t.manual.open}
                </Button>
              )}
              <HeldLink contestId={contest.id} />
              {contest.votePrice > 0 && (
                <ButtonLink
                  variant="outline"
                  size="sm"
                  to="/admin/votes/cash"
                  icon={<HandCoins aria-hidden className="size-4" />}
                  data-testid="cash-link"
                >
                  {adminCash.open}
                </ButtonLink>
              )}
              <ExportButton contestId={contest.id} kind="votes" records={recordsOf(stats.data)} />
            </>
          }
        >
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
            <LiveIndicator updatedAt={votes.dataUpdatedAt} className="text-ink" />
            {votes.data && <span>{t.count(votes.data.pagination.total)}</span>}
          </p>
        </Toolbar>
        <List
          query={votes}
          empty={{
            icon: Vote,
            title: status ? t.emptyFiltered : t.empty,
            text: status ? t.emptyFilteredHint : t.emptyHint,
          }}
          onPage={onPage}
        >
          {(rows) => <VoteTable title={contest.title} votes={rows} />}
        </List>
      </section>
      <Dialog
        open={entering}
        onOpenChange={setEntering}
        title={t.manual.title}
        description={t.manual.lead}
        wide
      >
        <ManualVoteForm contest={contest} onClose={() => setEntering(false)} />
      </Dialog>
    </>
  );
}
