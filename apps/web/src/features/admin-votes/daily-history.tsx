import type { DailyVotes } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Card } from '@/components/card';
import { Select } from '@/components/select';
import { dailyVotesQuery } from '@/lib/admin/daily-votes';
import { useLoggedFailure } from '@/lib/admin/use-logged-failure';
import { formatCount, formatDate } from '@/lib/format';
import { adminCharts as t } from '@/texts/en/admin-charts';
import { adminVotes } from '@/texts/en/admin-figures';

const DailyChart = lazy(() => import('./daily-chart'));
const PERIODS = [14, 30, 90];

/** The longer view behind the last seven days. The picture is said in words too, for those who cannot see it. */
export function DailyHistory({ contestId }: { contestId: string }) {
  const [days, setDays] = useState(30);
  const query = useQuery(dailyVotesQuery(contestId, days));
  useLoggedFailure(adminVotes.logDaily, query.error);
  if (query.isError && !query.data) return null;
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{t.votesTitle}</h2>
        <Select
          aria-label={t.range}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
          className="w-44"
        >
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              {t.days(period)}
            </option>
          ))}
        </Select>
      </div>
      <div className="mt-4 min-h-70">
        {query.data && (
          <Suspense fallback={<div className="skeleton h-70" />}>
            <DailyChart days={query.data} />
          </Suspense>
        )}
      </div>
      {query.data && <p className="mt-3 text-sm text-muted">{summaryOf(query.data)}</p>}
    </Card>
  );
}

function summaryOf(days: DailyVotes[]): string {
  const total = days.reduce((sum, { votes }) => sum + votes, 0);
  const best = days.reduce<DailyVotes | null>(
    (top, day) => (top && top.votes >= day.votes ? top : day),
    null,
  );
  if (!best || total === 0) return t.none;
  return t.summary(
    formatCount(total),
    days.length,
    formatDate(`${best.date}T00:00:00Z`),
    formatCount(best.votes),
  );
}
