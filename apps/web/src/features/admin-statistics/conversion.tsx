import type { StatisticsCharts } from '@abato/contracts';
import { Card } from '@/components/card';
import { barShare } from '@/lib/bar-share';
import { formatCount, formatPercent } from '@/lib/format';
import { statisticsCharts } from '@/texts/en/admin-statistics-charts';

const t = statisticsCharts.conversion;
const STEPS = ['cast', 'started', 'paid'] as const;

/** How many votes that were cast were paid, and where the others stopped. */
export function Conversion({ conversion }: { conversion: StatisticsCharts['conversion'] }) {
  const { cast, paid } = conversion;
  return (
    <Card className="p-5 sm:p-6" data-testid="conversion">
      <h2 className="text-xl">{t.title}</h2>
      <p className="mt-1 text-sm text-muted">{t.lead}</p>
      {cast === 0 ? (
        <p className="mt-4 text-sm text-muted">{t.none}</p>
      ) : (
        <>
          <ul className="mt-4 grid gap-3 text-sm">
            {STEPS.map((step) => (
              <li key={step}>
                <span className="flex flex-wrap justify-between gap-x-4">
                  <span className="font-medium">{t[step]}</span>
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
          <p className="mt-3 text-sm text-muted">{t.rate(formatPercent((paid / cast) * 100))}</p>
        </>
      )}
    </Card>
  );
}
