import type { DailyVotes } from '@abato/contracts';
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
import { formatCount, formatDate } from '@/lib/format';
import { adminCharts as t } from '@/texts/en/admin-charts';

const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const short = (date: string) => shortDate.format(new Date(`${date}T00:00:00Z`));
const tick = { fill: 'var(--color-muted)', fontSize: 13 };

/** Votes as bars, transactions as a line. Its own file because the chart library loads with it. */
export default function DailyChart({ days }: { days: DailyVotes[] }) {
  return (
    <ResponsiveContainer width="100%" height={280}>
      <ComposedChart data={days} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="date"
          tickFormatter={short}
          tick={tick}
          tickLine={false}
          minTickGap={24}
          stroke="var(--color-edge)"
        />
        <YAxis
          width={56}
          tickFormatter={formatCount}
          tick={tick}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-gold)', fillOpacity: 0.12 }}
          labelFormatter={(date) => (typeof date === 'string' ? formatDate(`${date}T00:00:00Z`) : date)}
          formatter={(value) => formatCount(Number(value))}
          contentStyle={{
            background: 'var(--color-raised)',
            border: '1px solid var(--color-line)',
            borderRadius: 'var(--radius-md)',
            color: 'var(--color-ink)',
          }}
          itemStyle={{ color: 'var(--color-ink)' }}
        />
        <Bar
          dataKey="votes"
          name={t.votes}
          fill="var(--color-gold)"
          radius={[4, 4, 0, 0]}
          isAnimationActive={false}
        />
        <Line
          dataKey="transactions"
          name={t.transactions}
          stroke="var(--color-green-text)"
          strokeWidth={2.5}
          dot={false}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}
