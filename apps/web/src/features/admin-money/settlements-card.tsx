import type { SettlementState, SettlementView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { DownloadButton } from '@/components/admin/download-button';
import { List } from '@/components/admin/loaded';
import { type Column, Table } from '@/components/admin/table';
import { Badge, type BadgeTone } from '@/components/badge';
import { hostKey, hostPath } from '@/lib/admin/api';
import { queryString, readsPage } from '@/lib/api';
import { formatCedis, formatCount, formatDate } from '@/lib/format';
import { adminForms } from '@/texts/en/admin-forms';
import { adminSettlements as t } from '@/texts/en/admin-settlements';

const PER_PAGE = 10;

const tones: Record<SettlementState, BadgeTone> = {
  PENDING: 'yellow',
  PROCESSING: 'blue',
  SUCCESS: 'green',
  FAILED: 'red',
};

const columns: Column<SettlementView>[] = [
  { name: t.columns.day, cell: ({ settledAt }) => formatDate(settledAt) },
  {
    name: t.columns.status,
    cell: ({ status }) => <Badge tone={tones[status]}>{t.states[status]}</Badge>,
  },
  {
    name: t.columns.amount,
    figure: true,
    cell: ({ amount, deductions }) => (
      <>
        <span className="font-semibold">{formatCedis(amount)}</span>
        {deductions > 0 && (
          <span className="block text-xs text-muted">{t.kept(formatCedis(deductions))}</span>
        )}
      </>
    ),
  },
  { name: t.columns.payments, figure: true, cell: ({ payments }) => formatCount(payments) },
  { name: t.columns.number, figure: true, cell: ({ providerId }) => providerId },
];

/** What the provider has paid out to this host. */
export function SettlementsCard({ hostId }: { hostId: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(
    readsPage<SettlementView>(
      [...hostKey(hostId, 'settlements'), page],
      hostPath(hostId, `/settlements${queryString({ page, pageSize: PER_PAGE })}`),
    ),
  );
  return (
    <section aria-label={t.title} className="grid grid-cols-1 gap-4" data-testid="settlements">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-xl">{t.title}</h2>
          <p className="mt-1 text-sm text-muted">{t.lead}</p>
        </div>
        <DownloadButton
          path={hostPath(hostId, '/settlements.csv')}
          text={adminForms.exports.csv}
          refusal={query.data?.pagination.total === 0 ? t.exportEmpty : undefined}
          testId="export-settlements"
        />
      </div>
      <List query={query} empty={{ icon: Landmark, ...t.empty }} onPage={setPage}>
        {(rows) => (
          <Table
            caption={t.caption}
            columns={columns}
            rows={rows}
            rowKey={({ providerId }) => providerId}
            rowData={({ providerId }) => ({ 'data-settlement': providerId })}
          />
        )}
      </List>
    </section>
  );
}
