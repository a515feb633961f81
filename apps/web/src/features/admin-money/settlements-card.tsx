import type { SettlementState, SettlementView } from '@abato/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Landmark } from 'lucide-react';
import { useState } from 'react';
import { GuardedButton } from '@/components/admin/guarded-button';
import { List } from '@/components/admin/list';
import { type Column, Table } from '@/components/admin/table';
import { Badge, type BadgeTone } from '@/components/badge';
import { downloadFile } from '@/lib/admin/export';
import { hostPath } from '@/lib/admin/api';
import { errorText } from '@/lib/api';
import { formatCedis, formatCount, formatDate } from '@/lib/format';
import { toast } from '@/lib/toast';
import { adminForms } from '@/texts/en/admin-forms';
import { adminSettlements as t } from '@/texts/en/admin-settlements';
import { settlementsQuery } from './api';

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
  const query = useQuery(settlementsQuery(hostId, page));
  const download = useMutation({
    mutationFn: () => downloadFile(hostPath(hostId, '/settlements.csv')),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <section aria-label={t.title} className="grid grid-cols-1 gap-4" data-testid="settlements">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-xl">{t.title}</h2>
          <p className="mt-1 text-sm text-muted">{t.lead}</p>
        </div>
        <GuardedButton
          variant="outline"
          size="sm"
          refusal={query.data?.pagination.total === 0 ? t.exportEmpty : undefined}
          busy={download.isPending}
          icon={<Download aria-hidden className="size-4" />}
          onClick={() => download.mutate()}
          data-testid="export-settlements"
        >
          {adminForms.exports.csv}
        </GuardedButton>
      </div>
      <List query={query} empty={{ icon: Landmark, ...t.empty }} onPage={setPage}>
        {(rows) => (
          <Table
            caption={t.caption}
            columns={columns}
            rows={rows}
            rowKey={({ providerId }) => providerId}
            rowData={({ providerId }) => ({ 'data-settlement': providerId })}
            stacked
          />
        )}
      </List>
    </section>
  );
}
