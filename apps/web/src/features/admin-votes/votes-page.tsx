import type { ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Vote } from 'lucide-react';
import { TimelineCard } from '@/components/admin/charts/timeline-card';
import { Empty } from '@/components/admin/list';
import { Loaded } from '@/components/admin/loaded';
import { ContestSelect, Filters, StatusSelect } from '@/components/admin/toolbar';
import { UnreadFigures } from '@/components/admin/unread-figures';
import { PageHeader } from '@/components/page-header';
import { Spinner } from '@/components/spinner';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { useContestFigures } from '@/lib/admin/use-contest-live';
import { useLoggedFailure } from '@/lib/admin/use-logged-failure';
import { voteStatsQuery } from '@/lib/admin/api';
import { recordsOf } from '@/lib/admin/export';
import { useTitle } from '@/lib/use-title';
import { adminVotes as t } from '@/texts/en/admin-figures';
import { dailyVotesQuery } from './api';
import { DailyBars } from './daily-bars';
import { PaceAlarm } from './pace-alarm';
import { VoteCards } from './vote-cards';
import { VoteBook } from './vote-book';
import { ballotsAreSecret, VotedElectors } from './voted-electors';

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
  const stats = useQuery(voteStatsQuery(contest.id));
  const daily = useQuery(dailyVotesQuery(contest.id));
  useLoggedFailure(t.logStats, stats.error);
  useLoggedFailure(t.logDaily, daily.error);
  // What can be chosen is below the figures: it is drawn when it will not move any more.
  if (stats.isPending || daily.isPending) return <Spinner size="large" fullScreen />;
  return (
    <>
      {contest.status === 'ACTIVE' && <PaceAlarm contestId={contest.id} />}
      <UnreadFigures query={stats} />
      {stats.data && <VoteCards stats={stats.data} />}
      {daily.data && <DailyBars days={daily.data} />}
      <TimelineCard contestId={contest.id} metric="votes" />
      {ballotsAreSecret(contest) ? (
        <VotedElectors contest={contest} page={page} onPage={(next) => choose('page', String(next))} />
      ) : (
        <VoteBook
          contest={contest}
          filters={filters}
          page={page}
          choose={choose}
          records={recordsOf(stats.data)}
        />
      )}
    </>
  );
}
