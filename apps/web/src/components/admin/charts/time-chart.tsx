import type { TimelineItem, TimelineUnit } from '@abato/contracts';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatCedis, formatCount } from '@/lib/format';
import { adminCharts as t } from '@/texts/en/admin-charts';
import { formatCompact, momentOf, shortMomentOf } from './moment';

const tick = { fill: 'var(--color-muted)', fontSize: 13 };

/** One bar an hour or a day. In its own file because the chart library loads with it. Hidden from screen readers, which get words and a table. */
export default function TimeChart({
  items,
  unit,
  metric,
}: {
  items: TimelineItem[];
  unit: TimelineUnit;
  metric: 'votes' | 'revenue';
}) {
  const value = metric === 'revenue' ? formatCedis : formatCount;
  return (
    <ResponsiveContainer width="100%" height={280}>
      <ComposedChart
        data={items}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="at"
          tickFormatter={(at: string) => shortMomentOf(at, unit)}
          tick={tick}
          tickLine={false}
          minTickGap={24}
          // Every second or third, and never one left out between them.
          interval="equidistantPreserveStart"
          stroke="var(--color-edge)"
        />
        <YAxis
          width={52}
          tickFormatter={formatCompact}
          tick={tick}
          tickLine={false}
          axisLine={false}
          allowDecimals={metric === 'revenue'}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-gold)', fillOpacity: 0.12 }}
          labelFormatter={(at) => (typeof at === 'string' ? momentOf(at, unit) : at)}
          formatter={(shown, name) =>
            name === t.transactions ? formatCount(Number(shown)) : value(Number(shown))
          }
          contentStyle={{
            background: 'var(--color-raised)',
            border: '1px solid var(--color-line)',
            borderRadius: 'var(--radius-md)',
            color: 'var(--color-ink)',
          }}
          itemStyle={{ color: 'var(--color-ink)' }}
        />
        <Bar
          dataKey={metric}
          name={metric === 'revenue' ? t.revenue : t.votes}
          fill={metric === 'revenue' ? 'var(--color-green-text)' : 'var(--color-gold)'}
          radius={[4, 4, 0, 0]}
          maxBarSize={48}
          isAnimationActive={false}
        />
        {metric === 'votes' && (
          <Line
            dataKey="transactions"
            name={t.transactions}
            stroke="var(--color-green-text)"
            strokeWidth={2.5}
            dot={false}
            isAnimationActive={false}
          />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
