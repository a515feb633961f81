import type { StatisticsCharts } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PeriodSelect, TimelineBody, type Period } from '@/components/admin/charts/timeline-card';
import { Loaded } from '@/components/admin/loaded';
import { Card } from '@/components/card';
import { SelectField, type Option } from '@/components/field';
import { adminKeys, contestChoiceQuery, statisticsChartsQuery } from '@/lib/admin/api';
import { useRereadOnStatistics } from '@/lib/admin/live';
import { useAdmin } from '@/lib/admin/use-admin';
import { adminCharts } from '@/texts/en/admin-charts';
import { statisticsCharts as t } from '@/texts/en/admin-statistics-charts';
import { Conversion } from './conversion';
import { HoursOfDay } from './hours-of-day';
import { VotesPerVoter } from './votes-per-voter';

/** Charts follow the statistics at most this often. */
const REREAD_MS = 15_000;

/** Everything that is drawn: votes and money each on a scale of its own, over one contest or all. */
export function ChartsSection() {
  const { role } = useAdmin();
  const [contest, setContest] = useState('');
  const [period, setPeriod] = useState<Period>({ unit: 'day', count: 30 });
  const contests = useQuery(contestChoiceQuery(role)).data?.data ?? [];
  const query = useQuery(statisticsChartsQuery(contest, period.unit, period.count));
  useRereadOnStatistics({ queryKey: adminKeys.charts }, REREAD_MS);
  return (
    <section aria-label={t.title} className="grid grid-cols-1 gap-5" data-testid="charts">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SelectField
          label={t.contest}
          value={contest}
          blank={t.allContests}
          options={contests.map(({ id, title }): Option => [id, title])}
          onChange={(event) => setContest(event.target.value)}
          className="w-full sm:w-80"
          data-testid="charts-contest"
        />
        <PeriodSelect period={period} onPeriod={setPeriod} testId="charts-period" />
      </div>
      <Loaded query={query} caption={t.loading}>
        {(charts) => <Charts charts={charts} />}
      </Loaded>
    </section>
  );
}

function Charts({ charts }: { charts: StatisticsCharts }) {
  return (
    <>
      {(['votes', 'revenue'] as const).map((metric) => (
        <Card key={metric} className="p-5 sm:p-6" data-testid={`chart-${metric}`}>
          <h2 className="text-xl">{adminCharts.titles[metric]}</h2>
          <TimelineBody timeline={charts} metric={metric} title={adminCharts.titles[metric]} />
        </Card>
      ))}
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
        <HoursOfDay hours={charts.hours} />
        <div className="grid grid-cols-1 gap-5">
          <Conversion conversion={charts.conversion} />
          <VotesPerVoter voters={charts.voters} />
        </div>
      </div>
    </>
  );
}
