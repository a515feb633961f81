import { RETURNABLE_STATES, type PaymentAttention } from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { AgeCell } from '@/components/admin/age-cell';
import { paymentColumn } from '@/components/admin/payment-column';
import { Table, type Column } from '@/components/admin/table';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { errorText } from '@/lib/api';
import { formatCedis } from '@/lib/format';
import { toast } from '@/lib/toast';
import { adminAttention as t } from '@/texts/en/admin-books';
import { downloadEvidence, type Decision } from './api';

const columns: Column<PaymentAttention>[] = [
  paymentColumn(t.table.payment),
  {
    name: t.table.reason,
    className: 'min-w-48',
    cell: ({ reason, refundError, notes }) => {
      const [name, explanation] = t.reasons[reason];
      return (
        <div>
          <Badge tone={reason === 'disputed' ? 'blue' : 'yellow'}>{name}</Badge>
          <p className="mt-1 text-sm text-muted">{explanation}</p>
          {refundError && <p className="mt-1 text-sm">{refundError}</p>}
          {notes > 0 && <p className="mt-1 text-xs text-muted">{t.table.notes(notes)}</p>}
        </div>
      );
    },
  },
  {
    name: t.table.asked,
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ amount }) => formatCedis(amount),
  },
  { name: t.table.taken, className: 'font-semibold whitespace-nowrap tabular-nums', cell: takenText },
  { name: t.table.since, cell: ({ since }) => <AgeCell at={since} /> },
];

/** In the currency that was really taken, which is the reason to look. */
function takenText({ takenAmount, takenCurrency }: PaymentAttention): string {
  if (takenAmount === null) return t.table.nothing;
  return takenCurrency && takenCurrency !== 'GHS'
    ? `${takenCurrency} ${takenAmount.toFixed(2)}`
    : formatCedis(takenAmount);
}

export function AttentionTable({
  payments,
  onDecide,
  onAccount,
}: {
  payments: PaymentAttention[];
  onDecide: (payment: PaymentAttention, decision: Decision) => void;
  onAccount: (payment: PaymentAttention) => void;
}) {
  return (
    <Table
      caption={t.table.caption}
      columns={[
        ...columns,
        {
          name: t.table.actions,
          cell: (payment) => (
            <Actions
              payment={payment}
              onDecide={(decision) => onDecide(payment, decision)}
              onAccount={() => onAccount(payment)}
            />
          ),
        },
      ]}
      rows={payments}
      rowKey={({ id }) => id}
      rowData={({ reference }) => ({ 'data-testid': 'attention-row', 'data-reference': reference })}
      stacked
    />
  );
}

/** States in which the provider can be asked for a refund. */
const REFUNDABLE: ReadonlySet<string> = new Set(['REVIEW', 'COMPLETED', 'REFUND_ATTENTION']);

function Actions({
  payment,
  onDecide,
  onAccount,
}: {
  payment: PaymentAttention;
  onDecide: (decision: Decision) => void;
  onAccount: () => void;
}) {
  const download = useMutation({
    mutationFn: downloadEvidence,
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <div className="flex flex-wrap gap-2">
      {payment.state === 'REVIEW' && (
        <Button size="sm" onClick={() => onDecide('accept')} data-testid="accept">
          {t.accept}
        </Button>
      )}
      {payment.needsAccount && (
        <Button size="sm" onClick={onAccount} data-testid="refund-account">
          {t.giveAccount}
        </Button>
      )}
      {REFUNDABLE.has(payment.state) && (
        <Button size="sm" variant="danger" onClick={() => onDecide('refund')} data-testid="refund">
          {t.refund}
        </Button>
      )}
      {payment.state === 'DISPUTED' && (
        <Button size="sm" onClick={() => onDecide('kept')} data-testid="kept">
          {t.kept}
        </Button>
      )}
      {RETURNABLE_STATES.has(payment.state) && (
        <Button size="sm" variant="danger" onClick={() => onDecide('returned')} data-testid="returned">
          {t.returned}
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={() => onDecide('note')} data-testid="note">
        {t.note}
      </Button>
      <Button
        size="sm"
        variant="outline"
        busy={download.isPending}
        icon={<FileDown aria-hidden className="size-4" />}
        onClick={() => download.mutate(payment)}
        data-testid="evidence"
      >
        {t.evidence}
      </Button>
    </div>
  );
}
