import type { OpenSettlementDifference } from '@abato/contracts';
import { AgeCell } from '@/components/admin/age-cell';
import { type Column, Table } from '@/components/admin/table';
import { differenceText } from '@/lib/admin/settlement-difference';
import { adminSettlements } from '@/texts/en/admin-settlements';

const t = adminSettlements.unexplained;

const columns: Column<OpenSettlementDifference>[] = [
  { name: t.columns.host, className: 'min-w-32', cell: ({ host }) => host ?? t.platform },
  { name: t.columns.what, className: 'min-w-48 wrap-anywhere', cell: differenceText },
  { name: t.columns.since, cell: ({ since }) => <AgeCell at={since} /> },
];

/** Payouts of all hosts that do not agree with the payments. */
export function SettlementsSection({ differences }: { differences: OpenSettlementDifference[] }) {
  return (
    <section aria-label={t.title} className="grid grid-cols-1 gap-3" data-testid="settlement-differences">
      <div>
        <h2 className="text-2xl">{adminSettlements.title}</h2>
        <p className="mt-1 text-muted">{t.subtitle}</p>
      </div>
      <Table
        caption={t.caption}
        columns={columns}
        rows={differences}
        rowKey={(one) => `${one.class} ${one.hostId} ${differenceText(one)}`}
        stacked
      />
    </section>
  );
}
