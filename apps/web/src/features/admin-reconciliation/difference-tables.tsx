import type { BookDifferenceView, ReconciliationView } from '@abato/contracts';
import { AgeCell } from '@/components/admin/age-cell';
import { Table, type Column } from '@/components/admin/table';
import { formatCedis, formatCount } from '@/lib/format';
import { adminReconciliation as t } from '@/texts/en/admin-books';

type ClassRow = (ReconciliationView['classes'] | ReconciliationView['differences'])[number];

const classColumns: Column<ClassRow>[] = [
  { name: t.table.class, className: 'font-medium', cell: (row) => t.classes[row.class] },
  { name: t.table.payments, figure: true, cell: ({ payments }) => formatCount(payments) },
  { name: t.table.amount, figure: true, cell: ({ amount }) => formatCedis(amount) },
  { name: t.table.oldest, cell: ({ oldest }) => (oldest ? <AgeCell at={oldest} /> : t.table.none) },
];

/** Every class of money with its oldest case; differences come last. */
export function ClassTable({ title, books }: { title: string; books: ReconciliationView }) {
  return (
    <Table
      caption={t.table.caption(title)}
      columns={classColumns}
      rows={[...books.classes, ...books.differences]}
      rowKey={(row) => row.class}
      rowData={(row) => ({ 'data-testid': `class-${row.class}` })}
      stacked
    />
  );
}

const { provider } = t;
const money = (amount: number | null): string => (amount === null ? t.table.none : formatCedis(amount));

const differenceColumns: Column<BookDifferenceView>[] = [
  { name: provider.what, className: 'min-w-40 font-medium', cell: (row) => provider.classes[row.class] },
  { name: provider.reference, className: 'font-mono text-xs break-all', cell: ({ reference }) => reference },
  { name: provider.theirs, figure: true, cell: ({ providerAmount }) => money(providerAmount) },
  { name: provider.ours, figure: true, cell: ({ bookedAmount }) => money(bookedAmount) },
  { name: provider.found, cell: ({ foundAt }) => <AgeCell at={foundAt} /> },
];

/** What the daily comparison has found and no note explains yet. */
export function ProviderDifferences({
  title,
  differences,
}: {
  title: string;
  differences: BookDifferenceView[];
}) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg">{title}</h2>
      {differences.length === 0 ? (
        <p className="text-sm text-muted">{provider.none}</p>
      ) : (
        <Table
          caption={provider.caption}
          columns={differenceColumns}
          rows={differences}
          rowKey={(row) => `${row.class} ${row.reference}`}
          rowData={() => ({ 'data-testid': 'provider-difference' })}
          stacked
        />
      )}
    </section>
  );
}
