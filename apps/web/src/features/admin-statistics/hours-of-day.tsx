import type { StatisticsCharts } from '@abato/contracts';
import { useState } from 'react';
import { Table } from '@/components/admin/table';
import { Card } from '@/components/card';
import { barShare } from '@/lib/bar-share';
import { formatCedis, formatCount } from '@/lib/format';
import { adminCharts } from '@/texts/en/admin-charts';
import { statisticsCharts } from '@/texts/en/admin-statistics-charts';

const t = statisticsCharts.hours;
const two = (hour: number) => String(hour).padStart(2, '0');
const votesText = (votes: number) => adminCharts.voteCount(formatCount(votes), votes);

/** One bar for each hour of the day; the same in words and as a table. */
export function HoursOfDay({ hours }: { hours: StatisticsCharts['hours'] }) {
  const [open, setOpen] = useState(false);
  const best = hours.reduce((top, one) => (one.votes > top.votes ? one : top));
  const most = Math.max(1, best.votes);
  return (
    <Card className="p-5 sm:p-6" data-testid="hours-of-day">
      <h2 className="text-xl">{t.title}</h2>
      <p className="mt-1 text-sm text-muted">{t.lead}</p>
      <div aria-hidden className="mt-5 grid h-40 grid-cols-24 items-end gap-0.5 border-b border-edge">
        {hours.map(({ hour, votes }) => (
          <div
            key={hour}
            title={t.bar(two(hour), votesText(votes))}
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
          ? t.best(t.span(two(best.hour), two((best.hour + 1) % 24)), votesText(best.votes))
          : t.none}
      </p>
      {best.votes > 0 && (
        <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="inline-flex min-h-touch cursor-pointer items-center font-semibold underline underline-offset-4">
            {statisticsCharts.asTable}
          </summary>
          {open && (
            <Table
              caption={t.title}
              columns={[
                { name: t.hour, cell: ({ hour }) => `${two(hour)}:00` },
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
