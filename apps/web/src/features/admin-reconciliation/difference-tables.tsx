import type { BookDifferenceView, ReconciliationView } from '@abato/contracts';
import { AgeCell } from '@/components/admin/age-cell';
import { Table, Tr } from '@/components/admin/table';
import { Td, Th } from '@/components/cells';
import { formatCedis, formatCount } from '@/lib/format';
import { adminReconciliation as t } from '@/texts/en/admin-books';

/** Every class of money with its oldest case; differences come last. */
export function ClassTable({ title, books }: { title: string; books: ReconciliationView }) {
  const rows = [...books.classes, ...books.differences];
  return (
    <Table caption={t.table.caption(title)} stacked>
      <thead>
        <tr>
          <Th>{t.table.class}</Th>
          <Th className="text-right">{t.table.payments}</Th>
          <Th className="text-right">{t.table.amount}</Th>
          <Th>{t.table.oldest}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.class} data-testid={`class-${row.class}`}>
            <Td label={t.table.class} className="font-medium">
              {t.classes[row.class]}
            </Td>
            <Td label={t.table.payments} className="text-right tabular-nums">
              {formatCount(row.payments)}
            </Td>
            <Td label={t.table.amount} className="text-right whitespace-nowrap tabular-nums">
              {formatCedis(row.amount)}
            </Td>
            <Td label={t.table.oldest}>{row.oldest ? <AgeCell at={row.oldest} /> : t.table.none}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** What the daily comparison has found and nobody has explained yet. */
export function ProviderDifferences({
  title,
  differences,
}: {
  title: string;
  differences: BookDifferenceView[];
}) {
  const { provider } = t;
  const money = (amount: number | null): string => (amount === null ? t.table.none : formatCedis(amount));
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg">{title}</h2>
      {differences.length === 0 ? (
        <p className="text-sm text-muted">{provider.none}</p>
      ) : (
        <Table caption={provider.caption} stacked>
          <thead>
            <tr>
              <Th>{provider.what}</Th>
              <Th>{provider.reference}</Th>
              <Th className="text-right">{provider.theirs}</Th>
              <Th className="text-right">{provider.ours}</Th>
              <Th>{provider.found}</Th>
            </tr>
          </thead>
          <tbody>
            {differences.map((one) => (
              <Tr key={`${one.class} ${one.reference}`} data-testid="provider-difference">
                <Td label={provider.what} className="min-w-40 font-medium">
                  {provider.classes[one.class]}
                </Td>
                <Td label={provider.reference} className="font-mono text-xs break-all">
                  {one.reference}
                </Td>
                <Td label={provider.theirs} className="text-right whitespace-nowrap tabular-nums">
                  {money(one.providerAmount)}
                </Td>
                <Td label={provider.ours} className="text-right whitespace-nowrap tabular-nums">
                  {money(one.bookedAmount)}
                </Td>
                <Td label={provider.found}>
                  <AgeCell at={one.foundAt} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
