import type { ContestView, DailyVotes } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Vote } from 'lucide-react';
import { AdminHead } from '@/components/admin/admin-head';
import { TimelineCard } from '@/components/admin/charts/timeline-card';
import { Empty } from '@/components/admin/list';
import { Loaded } from '@/components/admin/loaded';
import { ContestSelect, Filters, StatusSelect } from '@/components/admin/toolbar';
import { UnreadFigures } from '@/components/admin/unread-figures';
import { Card } from '@/components/card';
import { Spinner } from '@/components/spinner';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { useContestFigures } from '@/lib/admin/use-contest-live';
import { useLoggedFailure } from '@/lib/admin/use-logged-failure';
import { ofContest, voteStatsQuery } from '@/lib/admin/api';
import { recordsOf } from '@/lib/admin/books';
import { barShare } from '@/lib/bar-share';
import { formatDate } from '@/lib/format';
import { adminVotes as t } from '@/texts/en/admin-figures';
import { PaceAlarm } from './pace-alarm';
import { VoteCards } from './vote-cards';
import { VoteBook } from './vote-book';
import { ballotsAreSecret, VotedElectors } from './voted-electors';

const dailyVotesQuery = ofContest<DailyVotes[]>('daily', '/votes/contest/{id}/daily?days=7');

export function VotesPage() {
  const { contests, list, chosen, status, page, part, choose } = useChosenContest();
  useContestFigures(chosen?.id);
  return (
    <>
      <AdminHead title={t.title} subtitle={t.subtitle} />
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

/** One bar a day, as wide as its share of the best day. */
function DailyBars({ days }: { days: DailyVotes[] }) {
  const texts = t.daily;
  const best = Math.max(1, ...days.map(({ votes }) => votes));
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-xl">{texts.title}</h2>
      <ul className="mt-4 grid gap-3">
        {days.map(({ date, votes, transactions }) => (
          <li
            key={date}
            className="grid items-center gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_minmax(0,1fr)_15.5rem]"
          >
            <span className="text-muted">{formatDate(`${date}T00:00:00Z`)}</span>
            <span className="h-3 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-gold transition-[width] duration-(--motion-slow)"
                style={{ width: barShare(votes, best) }}
              />
            </span>
            <span className="tabular-nums sm:text-right">
              <strong>{texts.votes(votes)}</strong>
              <span className="text-muted"> · {texts.transactions(transactions)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
