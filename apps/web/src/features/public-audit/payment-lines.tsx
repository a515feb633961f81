import type { ContestAudit } from '@abato/contracts';
import { FigureLines } from '@/components/facts';
import { Notice } from '@/components/notice';
import { formatCedis, formatCount } from '@/lib/format';
import { publicAuditTexts } from '@/texts/en/public-audit';

const t = publicAuditTexts.payments;

export const signedCedis = (cedis: number): string =>
  cedis < 0 ? `−${formatCedis(-cedis)}` : formatCedis(cedis);

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
      <FigureLines
        className="mt-2"
        lines={lines.map(({ name, note, amount }) => ({ name, note, figure: signedCedis(amount) }))}
      />
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
