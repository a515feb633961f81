import type { VoteTimeline } from '@abato/contracts';
import { useState } from 'react';
import { Table, Tr } from '@/components/admin/table';
import { Td, Th } from '@/components/cells';
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
          <Table caption={title}>
            <thead>
              <tr>
                <Th>{t.unit[timeline.unit]}</Th>
                <Th className="text-right">{t.votes}</Th>
                <Th className="text-right">{t.transactions}</Th>
                <Th className="text-right">{t.revenue}</Th>
              </tr>
            </thead>
            <tbody>
              {rows.map((item) => (
                <Tr key={item.at}>
                  <Td>{momentOf(item.at, timeline.unit)}</Td>
                  <Td className="text-right tabular-nums">{formatCount(item.votes)}</Td>
                  <Td className="text-right tabular-nums">{formatCount(item.transactions)}</Td>
                  <Td className="text-right whitespace-nowrap tabular-nums">{formatCedis(item.revenue)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </details>
  );
}
