import type { StatisticsCharts } from '@abato/contracts';
import { Card } from '@/components/card';
import { statisticsCharts } from '@/texts/en/admin-statistics-charts';

const t = statisticsCharts.voters;
/** Without voters there is no average. */
const averageOf = (average: number, people: number) => (people > 0 ? average.toFixed(1) : t.none);

/** Votes by phone number, which is what a voter is here, beside the specification's figure by e-mail address. */
export function VotesPerVoter({ voters }: { voters: StatisticsCharts['voters'] }) {
  const figures: [string, string, string][] = [
    [t.perPhone, averageOf(voters.perPhone, voters.phones), t.phones(voters.phones)],
    [t.perEmail, averageOf(voters.perEmail, voters.emails), t.emails(voters.emails)],
  ];
  return (
    <Card className="p-5 sm:p-6" data-testid="votes-per-voter">
      <h2 className="text-xl">{t.title}</h2>
      <dl className="mt-4 grid grid-cols-2 gap-4">
        {figures.map(([name, value, people]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd>
              <span className="block font-display text-2xl font-bold tabular-nums">{value}</span>
              <span className="block text-sm text-muted">{people}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">{t.lead}</p>
    </Card>
  );
}
