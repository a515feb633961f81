import type { ContestAudit } from '@abato/contracts';
import { Notice } from '@/components/notice';
import { formatCedis, formatCount } from '@/lib/format';
import { publicAuditTexts } from '@/texts/en/public-audit';

const t = publicAuditTexts.payments;

/** The books of payments beside what the log adds up to. @param provider pesewas of the log that came through the provider */
export function PaymentLines({
  books,
  provider,
}: {
  books: NonNullable<ContestAudit['payments']>;
  provider: number;
}) {
  const { counted, partlyReturned, returned, returning, held, differences, comparedUntil } = books;
  const net = Math.round(100 * (counted.amount - partlyReturned));
  const noted = (sum: { payments: number; amount: number }) => ({
    note: t.count(formatCount(sum.payments), sum.payments),
    amount: sum.amount,
    isShown: sum.payments > 0,
  });
  const lines = [
    { name: t.log, note: t.fromLog, amount: provider / 100, isShown: true },
    { name: t.counted, ...noted(counted), isShown: true },
    { name: t.partly, note: '', amount: -partlyReturned, isShown: partlyReturned > 0 },
    { name: t.returned, ...noted(returned) },
    { name: t.returning, ...noted(returning) },
    { name: t.held, ...noted(held) },
  ].filter(({ isShown }) => isShown);
  return (
    <section
      aria-labelledby="payments"
      className="mt-6"
      data-testid="audit-payments"
      data-same={net === provider}
    >
      <h3 id="payments" className="text-lg">
        {t.title}
      </h3>
      <dl className="mt-2 divide-y divide-dashed divide-line">
        {lines.map(({ name, note, amount }) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <dt className="text-sm">
              {name} {note && <span className="text-muted">· {note}</span>}
            </dt>
            <dd className="ml-auto text-right font-semibold tabular-nums">
              {amount < 0 ? `−${formatCedis(-amount)}` : formatCedis(amount)}
            </dd>
          </div>
        ))}
      </dl>
      <Notice tone={net === provider ? 'success' : 'warning'} className="mt-3">
        {net === provider ? t.same : t.differs}
      </Notice>
      <p className="mt-2 text-sm text-muted">
        {comparedUntil ? t.compared(comparedUntil, formatCount(differences), differences) : t.notCompared}
      </p>
      {comparedUntil && differences > 0 && <p className="mt-2 text-sm text-muted">{t.difference}</p>}
    </section>
  );
}
