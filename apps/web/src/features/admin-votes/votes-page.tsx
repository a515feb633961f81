import { VOTE_SOURCES, type ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { HandCoins, SearchX, Vote } from 'lucide-react';
import { useState } from 'react';
import { BookFilters, FoundCount } from '@/components/admin/books/book-filters';
import { TimelineCard } from '@/components/admin/charts/timeline-card';
import { ExportButtons } from '@/components/admin/export-button';
import { Empty, List } from '@/components/admin/list';
import { Loaded } from '@/components/admin/loaded';
import { ContestSelect, Filters, StatusSelect, Toolbar } from '@/components/admin/toolbar';
import { UnreadFigures } from '@/components/admin/unread-figures';
import { Button, ButtonLink } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { optionsOf, SelectField } from '@/components/field';
import { LiveIndicator } from '@/components/live-indicator';
import { PageHeader } from '@/components/page-header';
import { Spinner } from '@/components/spinner';
import { useAdmin } from '@/lib/admin/use-admin';
import { useBook } from '@/lib/admin/use-book';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { useContestFigures } from '@/lib/admin/use-contest-live';
import { useLoggedFailure } from '@/lib/admin/use-logged-failure';
import { voteStatsQuery } from '@/lib/admin/api';
import { recordsOf } from '@/lib/admin/export';
import { useTitle } from '@/lib/use-title';
import { adminCash } from '@/texts/en/admin-cash';
import { adminVotes as t } from '@/texts/en/admin-figures';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHistory } from '@/texts/en/admin-history';
import { dailyVotesQuery } from './api';
import { DailyBars } from './daily-bars';
import { HeldLink } from './held-link';
import { ManualVoteForm } from './manual-vote-form';
import { PaceAlarm } from './pace-alarm';
import { VoteCards } from './vote-cards';
import { VoteTable } from './vote-table';

export function VotesPage() {
  const { contests, list, chosen, status, page, part, choose } = useChosenContest();
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
                filters={{ status, source: part('source') ?? '', day: part('day') ?? '' }}
                page={page}
                choose={choose}
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
  filters,
  page,
  choose,
}: {
  contest: ContestView;
  filters: Record<'status' | 'source' | 'day', string>;
  page: number;
  choose: ReturnType<typeof useChosenContest>['choose'];
}) {
  const { id } = useAdmin();
  const [entering, setEntering] = useState(false);
  const { rows: votes, searched, isFiltered, bar } = useBook('votes', contest.id, filters, page, choose);
  const stats = useQuery(voteStatsQuery(contest.id));
  const daily = useQuery(dailyVotesQuery(contest.id));
  useLoggedFailure(t.logStats, stats.error);
  useLoggedFailure(t.logDaily, daily.error);
  const own = contest.userId === id;
  // What can be chosen is below the figures: it is drawn when it will not move any more.
  if (stats.isPending || daily.isPending) return <Spinner size="large" fullScreen />;
  return (
    <>
      {contest.status === 'ACTIVE' && <PaceAlarm contestId={contest.id} />}
      <UnreadFigures query={stats} />
      {stats.data && <VoteCards stats={stats.data} />}
      {daily.data && <DailyBars days={daily.data} />}
      <TimelineCard contestId={contest.id} metric="votes" />
      <section aria-label={t.table.caption(contest.title)} className="grid grid-cols-1 gap-4">
        <BookFilters {...bar}>
          <SelectField
            label={adminHistory.source}
            value={filters.source}
            blank={adminHistory.allSources}
            options={optionsOf(VOTE_SOURCES, adminHistory.sources)}
            onChange={(event) => choose('source', event.target.value)}
            data-testid="source-filter"
          />
        </BookFilters>
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
              <ExportButtons contestId={contest.id} kind="votes" records={recordsOf(stats.data)} />
            </>
          }
        >
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
            <LiveIndicator updatedAt={votes.dataUpdatedAt} className="text-ink" />
            {!searched && votes.data && <span>{t.count(votes.data.pagination.total)}</span>}
            <FoundCount query={votes} searched={searched} />
          </p>
        </Toolbar>
        <List
          query={votes}
          empty={
            searched
              ? { icon: SearchX, title: adminForms.noMatch, text: adminHistory.searchNote }
              : {
                  icon: Vote,
                  title: isFiltered ? t.emptyFiltered : t.empty,
                  text: isFiltered ? t.emptyFilteredHint : t.emptyHint,
                }
          }
          onPage={(next) => choose('page', String(next))}
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
