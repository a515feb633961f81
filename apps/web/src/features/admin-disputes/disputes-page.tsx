import type { DisputeView } from '@abato/contracts';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { AgeCell } from '@/components/admin/age-cell';
import { DownloadButton } from '@/components/admin/download-button';
import { List } from '@/components/admin/list';
import { paymentColumn } from '@/components/admin/payment-column';
import { Table, type Column } from '@/components/admin/table';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { PageHeader } from '@/components/page-header';
import { usePaged } from '@/lib/admin/use-paged';
import { formatCedis, formatDateTime } from '@/lib/format';
import { useTitle } from '@/lib/use-title';
import { adminRefund } from '@/texts/en/admin-corrections';
import { adminDisputes as t } from '@/texts/en/admin-disputes';
import { disputesQuery, evidencePath } from './api';
import { DisputeDialog, type DisputeAction } from './dispute-dialog';

/** Payments that payers dispute with their banks: until when an answer is due, and the answer. */
export function DisputesPage() {
  useTitle(t.title);
  const { query, onPage } = usePaged(disputesQuery);
  const [open, setOpen] = useState<{ dispute: DisputeView; action: DisputeAction } | null>(null);
  return (
    <>
      <PageHeader title={t.title} subtitle={t.subtitle} />
      <div className="grid grid-cols-1 gap-4">
        <List
          query={query}
          caption={t.loading}
          empty={{ icon: CircleCheck, title: t.empty, text: t.emptyHint }}
          onPage={onPage}
        >
          {(disputes) => (
            <DisputeTable disputes={disputes} onAct={(dispute, action) => setOpen({ dispute, action })} />
          )}
        </List>
        {open && <DisputeDialog {...open} onClose={() => setOpen(null)} />}
      </div>
    </>
  );
}

const columns: Column<DisputeView>[] = [
  paymentColumn(t.table.payment),
  {
    name: t.table.state,
    cell: ({ state, resolution, refundRequest }) => (
      <div className="grid justify-items-start gap-1">
        <Badge tone={state === 'open' ? 'yellow' : 'blue'}>
          {(resolution && t.resolutions[resolution]) ?? t.states[state]}
        </Badge>
        {state !== 'resolved' && refundRequest && (
          <span className="text-sm text-muted" data-testid="dispute-request">
            {[adminRefund.states[refundRequest.state], refundRequest.decisionReason]
              .filter(Boolean)
              .join(': ')}
          </span>
        )}
      </div>
    ),
  },
  {
    name: t.table.amount,
    figure: true,
    cell: ({ amount, paid, returnedBefore }) => (
      <div className="grid gap-1">
        {t.table.of(formatCedis(amount), formatCedis(paid))}
        {returnedBefore > 0 && <Badge tone="red">{t.table.returned(formatCedis(returnedBefore))}</Badge>}
      </div>
    ),
  },
  {
    name: t.table.due,
    cell: ({ state, dueAt, resolvedAt }) =>
      state === 'resolved' ? (
        resolvedAt && <AgeCell at={resolvedAt} />
      ) : (
        <span data-testid="dispute-due">{dueAt ? formatDateTime(dueAt) : t.table.soon}</span>
      ),
  },
];

const ACTIONS = ['evidence', 'decline', 'accept'] as const;

function DisputeTable({
  disputes,
  onAct,
}: {
  disputes: DisputeView[];
  onAct: (dispute: DisputeView, action: DisputeAction) => void;
}) {
  const actions: Column<DisputeView> = {
    name: t.table.actions,
    cell: (dispute) => (
      <div className="flex flex-wrap gap-2">
        <DownloadButton
          path={evidencePath(dispute.id)}
          text={t.pack.name}
          label={t.pack.label(dispute.reference)}
          testId="dispute-pack"
        />
        {dispute.state !== 'resolved' &&
          ACTIONS.filter((action) => action !== 'accept' || dispute.refundRequest?.state !== 'WAITING').map(
            (action) => (
              <Button
                key={action}
                size="sm"
                variant="outline"
                data-testid={`dispute-${action}`}
                onClick={() => onAct(dispute, action)}
              >
                {t.actions[action].name}
              </Button>
            ),
          )}
      </div>
    ),
  };
  return (
    <Table
      caption={t.title}
      columns={[...columns, actions]}
      rows={disputes}
      rowKey={({ id }) => id}
      rowData={({ reference }) => ({ 'data-testid': 'dispute-row', 'data-reference': reference })}
      stacked
    />
  );
}
