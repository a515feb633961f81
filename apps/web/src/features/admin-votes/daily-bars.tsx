import type { DailyVotes } from '@abato/contracts';
import { Card } from '@/components/card';
import { barShare } from '@/lib/bar-share';
import { formatDate } from '@/lib/format';
import { adminVotes } from '@/texts/en/admin-figures';

/** One bar a day, as wide as its share of the best day. */
export function DailyBars({ days }: { days: DailyVotes[] }) {
  const t = adminVotes.daily;
  const best = Math.max(1, ...days.map(({ votes }) => votes));
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-xl">{t.title}</h2>
      <ul className="mt-4 grid gap-3">
        {days.map(({ date, votes, transactions }) => (
          <li
            key={date}
            className="grid items-center gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_minmax(0,1fr)_15.5rem]"
          >
            <span className="text-muted">{formatDate(`${date}T00:00:00Z`)}</span>
            <span className="h-3 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-gold transition-[width] duration-(--motion-slow)"
                style={{ width: barShare(votes, best) }}
              />
            </span>
            <span className="tabular-nums sm:text-right">
              <strong>{t.votes(votes)}</strong>
              <span className="text-muted"> · {t.transactions(transactions)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
