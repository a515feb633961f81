import type { StatisticsCharts } from '@abato/contracts';
import { Card } from '@/components/card';
import { formatCount } from '@/lib/format';
import { statisticsCharts } from '@/texts/en/admin-statistics-charts';

const t = statisticsCharts.voters;

/** Votes by phone number, which is what a voter is here, beside the specification's figure by e-mail address. */
export function VotesPerVoter({ voters }: { voters: StatisticsCharts['voters'] }) {
  const figures: [string, number, string][] = [
    [t.perPhone, voters.perPhone, t.phones(formatCount(voters.phones))],
    [t.perEmail, voters.perEmail, t.emails(formatCount(voters.emails))],
  ];
  return (
    <Card className="p-5 sm:p-6" data-testid="votes-per-voter">
      <h2 className="text-xl">{t.title}</h2>
      <dl className="mt-4 grid grid-cols-2 gap-4">
        {figures.map(([name, value, people]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd>
              <span className="block font-display text-2xl font-bold tabular-nums">{value.toFixed(1)}</span>
              <span className="block text-sm text-muted">{people}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">{t.lead}</p>
    </Card>
  );
}
