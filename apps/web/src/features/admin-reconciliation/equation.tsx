import type { ReconciliationView } from '@abato/contracts';
import clsx from 'clsx';
import { Card } from '@/components/card';
import { formatCedis } from '@/lib/format';
import { adminReconciliation as t } from '@/texts/en/admin-books';

interface Line {
  name: string;
  /** Cedis. */
  amount: number;
  testId: string;
}

/** Sums in pesewas: cedis with decimals do not add up. */
const sumOf = (amounts: number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

/** taken − refunded − disputed = counted + held + late, line by line. */
export function Equation({ books }: { books: ReconciliationView }) {
  const { taken, refunded, reversed, counted, held, returning } = books;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Side
        title={t.side.taken}
        lines={[
          { name: t.taken, amount: taken, testId: 'taken' },
          { name: t.minus(t.classes.refunded), amount: refunded, testId: 'refunded' },
          { name: t.minus(t.classes.reversed), amount: reversed, testId: 'reversed' },
        ]}
        result={{ name: t.result, amount: sumOf([taken, -refunded, -reversed]), testId: 'stayed' }}
      />
      <Side
        title={t.side.counted}
        lines={[
          { name: t.classes.counted, amount: counted, testId: 'counted' },
          { name: t.classes.held, amount: held, testId: 'held' },
          { name: t.classes.returning, amount: returning, testId: 'returning' },
        ]}
        result={{ name: t.sum, amount: sumOf([counted, held, returning]), testId: 'accounted' }}
      />
    </div>
  );
}

function Side({ title, lines, result }: { title: string; lines: Line[]; result: Line }) {
  return (
    <Card className="p-5">
      <h2 className="text-lg">{title}</h2>
      <dl className="mt-3 grid gap-2 text-sm">
        {[...lines, result].map((line) => (
          <div
            key={line.testId}
            className={clsx(
              'flex items-baseline justify-between gap-4',
              line === result && 'border-t border-line pt-2 text-base font-semibold',
            )}
          >
            <dt className={clsx(line !== result && 'text-muted')}>{line.name}</dt>
            <dd className="whitespace-nowrap tabular-nums" data-testid={`books-${line.testId}`}>
              {formatCedis(line.amount)}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
