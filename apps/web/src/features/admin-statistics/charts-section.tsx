import type { StatisticsCharts } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PeriodSelect, TimelineBody, type Period } from '@/components/admin/charts/timeline-card';
import { Loaded } from '@/components/admin/loaded';
import { Table } from '@/components/admin/table';
import { Card } from '@/components/card';
import { SelectField, type Option } from '@/components/field';
import { adminKeys, contestChoiceQuery, statisticsChartsQuery } from '@/lib/admin/api';
import { useRereadOnStatistics } from '@/lib/admin/live';
import { votesInWords } from '@/lib/admin/pace-sentence';
import { useAdmin } from '@/lib/admin/use-admin';
import { barShare } from '@/lib/bar-share';
import { formatCedis, formatCount, formatPercent } from '@/lib/format';
import { adminCharts } from '@/texts/en/admin-charts';
import { statisticsCharts as t } from '@/texts/en/admin-statistics-charts';

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

const two = (hour: number) => String(hour).padStart(2, '0');

/** One bar for each hour of the day; the same in words and as a table. */
function HoursOfDay({ hours }: { hours: StatisticsCharts['hours'] }) {
  const [open, setOpen] = useState(false);
  const best = hours.reduce((top, one) => (one.votes > top.votes ? one : top));
  const most = Math.max(1, best.votes);
  return (
    <Card className="p-5 sm:p-6" data-testid="hours-of-day">
      <h2 className="text-xl">{t.hours.title}</h2>
      <p className="mt-1 text-sm text-muted">{t.hours.lead}</p>
      <div aria-hidden className="mt-5 grid h-40 grid-cols-24 items-end gap-0.5 border-b border-edge">
        {hours.map(({ hour, votes }) => (
          <div
            key={hour}
            title={t.hours.bar(two(hour), votesInWords(votes))}
            className="rounded-t-sm bg-gold transition-[height] duration-(--motion-slow)"
            style={{ height: barShare(votes, most), minHeight: votes > 0 ? 3 : 0 }}
          />
        ))}
      </div>
      <div aria-hidden className="mt-1 grid grid-cols-4 text-xs text-muted tabular-nums">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour}>{two(hour)}:00</span>
        ))}
      </div>
      <p className="mt-3 text-sm text-muted">
        {best.votes > 0
          ? t.hours.best(t.hours.span(two(best.hour), two((best.hour + 1) % 24)), votesInWords(best.votes))
          : t.hours.none}
      </p>
      {best.votes > 0 && (
        <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="inline-flex min-h-touch cursor-pointer items-center font-semibold underline underline-offset-4">
            {t.asTable}
          </summary>
          {open && (
            <Table
              caption={t.hours.title}
              columns={[
                { name: t.hours.hour, cell: ({ hour }) => `${two(hour)}:00` },
                { name: adminCharts.votes, figure: true, cell: ({ votes }) => formatCount(votes) },
                {
                  name: adminCharts.transactions,
                  figure: true,
                  cell: ({ transactions }) => formatCount(transactions),
                },
                { name: adminCharts.revenue, figure: true, cell: ({ revenue }) => formatCedis(revenue) },
              ]}
              rows={hours}
              rowKey={({ hour }) => String(hour)}
            />
          )}
        </details>
      )}
    </Card>
  );
}

const STEPS = ['cast', 'started', 'paid'] as const;

/** How many votes that were cast were paid, and where the others stopped. */
function Conversion({ conversion }: { conversion: StatisticsCharts['conversion'] }) {
  const { cast, paid } = conversion;
  return (
    <Card className="p-5 sm:p-6" data-testid="conversion">
      <h2 className="text-xl">{t.conversion.title}</h2>
      <p className="mt-1 text-sm text-muted">{t.conversion.lead}</p>
      {cast === 0 ? (
        <p className="mt-4 text-sm text-muted">{t.conversion.none}</p>
      ) : (
        <>
          <ul className="mt-4 grid gap-3 text-sm">
            {STEPS.map((step) => (
              <li key={step}>
                <span className="flex flex-wrap justify-between gap-x-4">
                  <span className="font-medium">{t.conversion[step]}</span>
                  <span className="whitespace-nowrap tabular-nums">
                    <strong>{formatCount(conversion[step])}</strong>{' '}
                    <span className="text-muted">({formatPercent((conversion[step] / cast) * 100)})</span>
                  </span>
                </span>
                <span aria-hidden className="mt-1 block h-3 overflow-hidden rounded-full bg-sunken">
                  <span
                    className="block h-full rounded-full bg-green-text"
                    style={{ width: barShare(conversion[step], cast) }}
                  />
                </span>
              </li>
            ))}
          </ul>
          <p className="mt-3 text-sm text-muted">{t.conversion.rate(formatPercent((paid / cast) * 100))}</p>
        </>
      )}
    </Card>
  );
}

/** Without voters there is no average. */
const averageOf = (average: number, people: number) => (people > 0 ? average.toFixed(1) : t.voters.none);

/** Votes by phone number, which is what a voter is here, beside the specification's figure by e-mail address. */
function VotesPerVoter({ voters }: { voters: StatisticsCharts['voters'] }) {
  const figures: [string, string, string][] = [
    [t.voters.perPhone, averageOf(voters.perPhone, voters.phones), t.voters.phones(voters.phones)],
    [t.voters.perEmail, averageOf(voters.perEmail, voters.emails), t.voters.emails(voters.emails)],
  ];
  return (
    <Card className="p-5 sm:p-6" data-testid="votes-per-voter">
      <h2 className="text-xl">{t.voters.title}</h2>
      <dl className="mt-4 grid grid-cols-2 gap-4">
        {figures.map(([name, value, people]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd>
              <span className="block font-display text-2xl font-bold tabular-nums">{value}</span>
              <span className="block text-sm text-muted">{people}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">{t.voters.lead}</p>
    </Card>
  );
}
