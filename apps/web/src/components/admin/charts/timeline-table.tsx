import type { VoteTimeline } from '@abato/contracts';
import { useState } from 'react';
import { Table } from '@/components/admin/table';
import { formatCedis, formatCount } from '@/lib/format';
import { adminCharts as t } from '@/texts/en/admin-charts';
import { momentOf } from './moment';

/** What the chart draws, as figures, newest first; hours and days without a vote are left out. Made when it is opened. */
export function TimelineTable({ timeline, title }: { timeline: VoteTimeline; title: string }) {
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
