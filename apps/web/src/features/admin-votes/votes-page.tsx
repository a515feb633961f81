import {
  type ContestView,
  type DailyVotes,
  DEFAULT_PAGE_SIZES,
  type VotedElector,
  type VotePace,
} from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Activity, UserCheck, Vote } from 'lucide-react';
import { useState } from 'react';
import { AdminHead } from '@/components/admin/admin-head';
import { TimelineCard } from '@/components/admin/charts/timeline-card';
import { List, Loaded } from '@/components/admin/loaded';
import { ContestSelect, Filters, StatusSelect } from '@/components/admin/toolbar';
import { UnreadFigures } from '@/components/admin/stat-grid';
import { Card } from '@/components/card';
import { Link } from '@/components/link';
import { Notice } from '@/components/notice';
import { Spinner } from '@/components/spinner';
import { EmptyState } from '@/components/empty-state';
import { ofContest, pageOfContest, voteStatsQuery } from '@/lib/admin/api';
import { recordsOf } from '@/lib/admin/books';
import { useContestFigures } from '@/lib/admin/live';
import { paceSentence, votesInWords } from '@/lib/admin/pace-sentence';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { useLoggedFailure } from '@/lib/admin/use-logged-failure';
import { barShare } from '@/lib/bar-share';
import { formatCount, formatDate } from '@/lib/format';
import { votePace as paceTexts } from '@/texts/en/admin-charts';
import { adminElectorate as electorate } from '@/texts/en/admin-electorate';
import { adminVotes as t } from '@/texts/en/admin-figures';
import { VoteBook } from './vote-book';
import { VoteCards } from './vote-cards';

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
            <EmptyState icon={Vote} title={t.noContests} text={t.noContestsHint} />
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

/** The end of a surge is announced by no message. */
const PACE_REREAD_MS = 20_000;
const votePaceQuery = ofContest<VotePace>('pace', '/votes/contest/{id}/pace', {
  refetchInterval: PACE_REREAD_MS,
});

/**
 * Warns while votes arrive in an unusual way (rules: `PACE_RULES`). Screen readers announce it once, when it begins; later changes
 * of the figures are not announced.
 */
function PaceAlarm({ contestId }: { contestId: string }) {
  const { data, error } = useQuery(votePaceQuery(contestId));
  useLoggedFailure(paceTexts.log, error);
  const announcement = useAnnouncement(data);
  const alarmed = data !== undefined && data.alarms.length > 0;
  return (
    <div data-testid="pace" data-alarms={data?.alarms.join(' ')}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {alarmed ? (
        <Notice tone="warning" title={paceTexts.title}>
          {data.alarms.map((alarm) => (
            <p key={alarm}>{paceSentence(alarm, data)}</p>
          ))}
          <p className="mt-1">
            {paceTexts.advice}{' '}
            <Link to={`/admin/contests/${contestId}`} className="font-semibold underline underline-offset-4">
              {paceTexts.manage}
            </Link>
          </p>
        </Notice>
      ) : (
        data && (
          <p className="flex items-center gap-2 text-sm text-muted">
            <Activity aria-hidden className="size-4 shrink-0" />
            {paceTexts.calm(votesInWords(data.minuteVotes), formatCount(data.usualVotes))}
          </p>
        )
      )}
    </div>
  );
}

/** What was true when the alarm began; empty again when it is over. */
function useAnnouncement(pace: VotePace | undefined): string {
  const key = pace?.alarms.join() ?? '';
  const [first, setFirst] = useState({ key: '', text: '' });
  if (first.key !== key) {
    const text =
      pace && key
        ? [paceTexts.title, ...pace.alarms.map((alarm) => paceSentence(alarm, pace))].join('. ')
        : '';
    setFirst({ key, text });
    return text;
  }
  return first.text;
}

/** No screen names a voter beside a choice then. */
const ballotsAreSecret = ({ verification, votePrice }: ContestView): boolean =>
  verification === 'ELECTORATE' && votePrice === 0;

/** In place of the votes of an election: who voted, once that tells nothing about for whom. */
function VotedElectors({
  contest,
  page,
  onPage,
}: {
  contest: ContestView;
  page: number;
  onPage: (page: number) => void;
}) {
  const hasEnded = contest.status === 'ENDED';
  const voted = useQuery({
    ...pageOfContest<VotedElector>('voted', '/contests/{id}/electorate/voted', contest.id, {
      page,
      pageSize: DEFAULT_PAGE_SIZES.electors,
    }),
    enabled: hasEnded,
  });
  return (
    <section
      aria-label={electorate.votedTitle}
      className="grid grid-cols-1 gap-4"
      data-testid="secret-ballots"
    >
      <Notice tone="info" title={electorate.secret}>
        {electorate.secretHint}
      </Notice>
      {hasEnded ? (
        <Card className="p-5 sm:p-6">
          <h2 className="mb-4 text-xl">{electorate.votedTitle}</h2>
          <List
            query={voted}
            empty={{ icon: UserCheck, title: electorate.noVoters, text: electorate.noVotersHint }}
            onPage={onPage}
          >
            {(rows) => (
              <ul className="grid grid-cols-1 gap-x-6 gap-y-1 tabular-nums sm:grid-cols-2 lg:grid-cols-3">
                {rows.map(({ phone }, nr) => (
                  <li key={nr}>{phone ?? electorate.byCode}</li>
                ))}
              </ul>
            )}
          </List>
        </Card>
      ) : (
        <p className="max-w-text text-sm text-muted">{electorate.votedLater}</p>
      )}
    </section>
  );
}
