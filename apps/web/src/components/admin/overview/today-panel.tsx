import type { Overview } from '@abato/contracts';
import { formatCedis, formatCount } from '@/lib/format';
import { serverNow } from '@/lib/server-time';
import { adminOverview as t } from '@/texts/en/admin-overview';

/** Today's money and votes, and how many contests take votes. */
export function TodayPanel({ overview }: { overview: Overview }) {
  const { today, contests, totalContests } = overview;
  const running = contests.filter(
    ({ status, endDate }) => status === 'ACTIVE' && Date.parse(endDate) > serverNow(),
  );
  const figures: [string, string, string][] = [
    [t.money, formatCedis(today.revenue), t.payments(today.payments)],
    [t.votes, formatCount(today.votes), t.sinceMidnight],
    [t.running, formatCount(running.length), t.runningNote(totalContests)],
  ];
  return (
    <section aria-label={t.today} className="stage overflow-hidden rounded-xl" data-testid="today">
      {/* As wide as their figures: a large amount leads to another line, never into its neighbour. */}
      <dl className="flex flex-wrap gap-x-10 gap-y-5 p-5 sm:p-6">
        {figures.map(([name, value, note]) => (
          <div key={name} className="grow basis-44">
            <dt className="text-sm text-on-night-muted">{name}</dt>
            <dd>
              <span className="block font-display text-3xl leading-tight font-extrabold whitespace-nowrap text-on-night-gold tabular-nums">
                {value}
              </span>
              <span className="block text-sm text-on-night-muted">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div aria-hidden className="kente h-2" />
    </section>
  );
}
