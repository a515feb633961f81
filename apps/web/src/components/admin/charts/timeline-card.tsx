import type { TimelineUnit, VoteTimeline } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { Table } from '@/components/admin/table';
import { Card } from '@/components/card';
import { Select } from '@/components/select';
import { timelineQuery } from '@/lib/admin/api';
import { useLoggedFailure } from '@/lib/admin/use-logged-failure';
import { formatCedis, formatCount, formatPercent } from '@/lib/format';
import { adminCharts as t } from '@/texts/en/admin-charts';
import { momentOf } from './moment';

const TimeChart = lazy(() => import('./time-chart'));

export interface Period {
  unit: TimelineUnit;
  count: number;
}
const PERIODS: Period[] = [
  { unit: 'hour', count: 24 },
  { unit: 'hour', count: 72 },
  { unit: 'day', count: 14 },
  { unit: 'day', count: 30 },
  { unit: 'day', count: 90 },
];
const nameOf = ({ unit, count }: Period) => `${unit}-${count}`;

/** Which hours or days a chart shows. */
export function PeriodSelect({
  period,
  onPeriod,
  testId,
}: {
  period: Period;
  onPeriod: (period: Period) => void;
  testId: string;
}) {
  return (
    <Select
      aria-label={t.range}
      value={nameOf(period)}
      onChange={(event) => onPeriod(PERIODS.find((one) => nameOf(one) === event.target.value) ?? period)}
      className="w-48"
      data-testid={testId}
    >
      {PERIODS.map((one) => (
        <option key={nameOf(one)} value={nameOf(one)}>
          {t.period[one.unit](one.count)}
        </option>
      ))}
    </Select>
  );
}

/**
 * A contest's votes or revenue over time, and by method and channel. The same figures are given in words and, on demand,
 * in a table.
 */
export function TimelineCard({ contestId, metric }: { contestId: string; metric: 'votes' | 'revenue' }) {
  const [period, setPeriod] = useState<Period>({ unit: 'hour', count: 24 });
  const query = useQuery(timelineQuery(contestId, period.unit, period.count));
  useLoggedFailure(t.logTimeline, query.error);
  if (query.isError && !query.data) return null;
  const title = t.titles[metric];
  return (
    <Card className="p-5 sm:p-6" data-testid={`timeline-${metric}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{title}</h2>
        <PeriodSelect period={period} onPeriod={setPeriod} testId={`period-${metric}`} />
      </div>
      <TimelineBody timeline={query.data} metric={metric} title={title} />
    </Card>
  );
}

/** The chart, its best hour or day in words, its parts, and the same as a table. @param timeline undefined while it is on its way */
export function TimelineBody({
  timeline,
  metric,
  title,
}: {
  timeline: VoteTimeline | undefined;
  metric: 'votes' | 'revenue';
  title: string;
}) {
  return (
    <>
      {metric === 'votes' && (
        <p aria-hidden className="mt-3 flex flex-wrap gap-x-5 text-sm text-muted">
          <span className="inline-flex items-center gap-2">
            <span className="size-3 rounded-full bg-gold" />
            {t.votes}
          </span>
          <span className="inline-flex items-center gap-2">
            <span className="h-0.75 w-4 rounded-full bg-green-text" />
            {t.transactions}
          </span>
        </p>
      )}
      {/* The chart is drawn anew a frame after its width changes: until then it must not widen the page. */}
      <div aria-hidden className="mt-4 min-h-70 overflow-hidden">
        {timeline && (
          <Suspense fallback={<div className="skeleton h-70" />}>
            <TimeChart items={timeline.items} unit={timeline.unit} metric={metric} />
          </Suspense>
        )}
      </div>
      {timeline && (
        <>
          <p className="mt-3 text-sm text-muted">{summaryOf(timeline, metric)}</p>
          <Shares timeline={timeline} metric={metric} />
          <TimelineTable timeline={timeline} title={title} />
        </>
      )}
    </>
  );
}

function Shares({ timeline, metric }: { timeline: VoteTimeline; metric: 'votes' | 'revenue' }) {
  const say = metric === 'revenue' ? formatCedis : (votes: number) => t.voteCount(formatCount(votes), votes);
  const methods = timeline.methods
    .map((row) => ({ label: t.methods[row.method], value: row[metric], text: say(row[metric]) }))
    .filter(({ value }) => value > 0);
  const channels = timeline.channels
    .map((row) => ({ label: t.channels[row.channel], value: row[metric], text: say(row[metric]) }))
    .filter(({ value }) => value > 0);
  if (methods.length === 0) return null;
  return (
    <div className="mt-6 grid gap-x-10 gap-y-6 border-t border-line pt-5 md:grid-cols-2">
      <ShareBars title={t.byMethod} shares={methods} />
      <ShareBars title={t.byChannel} shares={channels} />
    </div>
  );
}

function summaryOf({ items, unit }: VoteTimeline, metric: 'votes' | 'revenue'): string {
  // In pesewas: added cedis would drift in binary floating point.
  const total = items.reduce((sum, item) => sum + Math.round(item[metric] * 100), 0) / 100;
  const best = items.reduce((top, item) => (item[metric] > (top?.[metric] ?? 0) ? item : top), items[0]);
  if (!best || total <= 0) return t.none[metric];
  const say = metric === 'revenue' ? formatCedis : (votes: number) => t.voteCount(formatCount(votes), votes);
  return t.summary[unit](say(total), items.length, momentOf(best.at, unit), say(best[metric]));
}

interface Share {
  label: string;
  value: number;
  /** The value in words. */
  text: string;
}

const fills = ['bg-gold', 'bg-green-text', 'bg-purple-text', 'bg-blue-text', 'bg-red-text', 'bg-gray-text'];

/** Parts of a whole: one bar cut into them, and below it what each is. The list says everything; the bar is for the eye. */
function ShareBars({ title, shares }: { title: string; shares: Share[] }) {
  const total = shares.reduce((sum, { value }) => sum + value, 0);
  if (total <= 0) return null;
  return (
    <section>
      <h3 className="text-base font-semibold">{title}</h3>
      <div aria-hidden className="mt-3 flex h-4 gap-0.5 overflow-hidden rounded-full">
        {shares.map(({ label, value }, index) => (
          <div
            key={label}
            className={clsx('min-w-1.5 transition-[flex-grow] duration-(--motion-slow)', fills[index])}
            style={{ flexGrow: value, flexBasis: 0 }}
          />
        ))}
      </div>
      <ul className="mt-3 grid gap-1.5 text-sm">
        {shares.map(({ label, value, text }, index) => (
          <li key={label} className="flex flex-wrap items-center gap-x-2.5">
            <span aria-hidden className={clsx('size-3 rounded-sm', fills[index])} />
            <span className="font-medium">{label}</span>
            <span className="ml-auto whitespace-nowrap tabular-nums">
              {text} <span className="text-muted">({formatPercent((value / total) * 100)})</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the chart draws, as figures, newest first; hours and days without a vote are left out. Made when it is opened. */
function TimelineTable({ timeline, title }: { timeline: VoteTimeline; title: string }) {
  const [open, setOpen] = useState(false);
  const rows = timeline.items.filter(({ transactions }) => transactions !== 0).reverse();
  if (rows.length === 0) return null;
  return (
    <details className="mt-5" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-touch cursor-pointer items-center font-semibold underline underline-offset-4">
        {t.asTable}
      </summary>
      {open && (
        <div className="mt-2">
          <Table
            scrolls
            caption={title}
            columns={[
              { name: t.unit[timeline.unit], cell: ({ at }) => momentOf(at, timeline.unit) },
              { name: t.votes, figure: true, cell: ({ votes }) => formatCount(votes) },
              { name: t.transactions, figure: true, cell: ({ transactions }) => formatCount(transactions) },
              { name: t.revenue, figure: true, cell: ({ revenue }) => formatCedis(revenue) },
            ]}
            rows={rows}
            rowKey={({ at }) => at}
          />
        </div>
      )}
    </details>
  );
}
