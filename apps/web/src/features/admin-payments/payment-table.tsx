import type { PaymentView } from '@abato/contracts';
import { useState } from 'react';
import { DateCell } from '@/components/admin/date-cell';
import { Table, TwoLines, type Column } from '@/components/admin/table';
import { VoterCell } from '@/components/admin/voter-cell';
import { MethodBadge, StatusBadge } from '@/components/badge';
import { Td } from '@/components/cells';
import { Button } from '@/components/button';
import { votesText } from '@/lib/after-refund';
import { formatCedis } from '@/lib/format';
import { adminRefund } from '@/texts/en/admin-corrections';
import { adminPayments } from '@/texts/en/admin-figures';
import { adminForms } from '@/texts/en/admin-forms';
import { RefundDialog } from './refund-dialog';

const t = adminPayments.table;

/** Cedis, summed in pesewas. */
function completedSum(payments: PaymentView[]): number {
  return (
    payments.reduce(
      (sum, { status, amount }) => (status === 'COMPLETED' ? sum + Math.round(amount * 100) : sum),
      0,
    ) / 100
  );
}

const columns: Column<PaymentView>[] = [
  {
    name: t.reference,
    className: 'font-mono text-xs break-all @min-[54rem]:w-28',
    cell: ({ reference }) => reference,
  },
  {
    name: t.voter,
    className: 'min-w-36',
    cell: ({ id, vote, phoneNumber }) => (
      <VoterCell kind="payments" id={id} name={vote.voterName} contact={vote.voterEmail ?? phoneNumber} />
    ),
  },
  {
    name: t.contestant,
    className: 'min-w-32',
    cell: ({ vote, afterRefund }) => (
      <TwoLines
        first={vote.contestant?.name ?? adminForms.notAvailable}
        second={afterRefund ? votesText(vote.voteCount, afterRefund) : t.votes(vote.voteCount)}
      />
    ),
  },
  {
    name: t.amount,
    figure: true,
    className: 'font-semibold',
    cell: ({ amount }) => formatCedis(amount),
  },
  {
    name: t.method,
    cell: ({ method, channel }) => (
      <div>
        <MethodBadge method={method} />
        {channel && <p className="mt-1 text-xs text-muted">{adminPayments.channels[channel]}</p>}
      </div>
    ),
  },
];
const dateColumn: Column<PaymentView> = {
  name: t.date,
  cell: ({ createdAt }) => <DateCell at={createdAt} />,
};

/** The status, what became of a request for a refund, and the way to ask for one. */
function StatusCell({ payment, onRefund }: { payment: PaymentView; onRefund: () => void }) {
  const { state, status, refundable, refundRequest } = payment;
  return (
    <div className="grid justify-items-start gap-1.5">
      <span title={state}>
        <StatusBadge status={status} />
      </span>
      {refundRequest && <p className="text-xs text-muted">{adminRefund.states[refundRequest.state]}</p>}
      {refundRequest?.decisionReason && <p className="text-xs text-muted">{refundRequest.decisionReason}</p>}
      {refundable && (
        <Button size="sm" variant="outline" onClick={onRefund} data-testid="ask-refund">
          {adminRefund.refund}
        </Button>
      )}
    </div>
  );
}

export function PaymentTable({ title, payments }: { title: string; payments: PaymentView[] }) {
  const [refunding, setRefunding] = useState<PaymentView | null>(null);
  const statusColumn: Column<PaymentView> = {
    name: t.status,
    cell: (payment) => <StatusCell payment={payment} onRefund={() => setRefunding(payment)} />,
  };
  return (
    <>
      <Table
        caption={t.caption(title)}
        columns={[...columns, statusColumn, dateColumn]}
        rows={payments}
        rowKey={({ id }) => id}
        rowData={({ reference }) => ({ 'data-testid': 'payment-row', 'data-reference': reference })}
        stacked
        footer={
          <tr className="border-t-2 border-line bg-sunken font-semibold">
            <Td colSpan={3} className="text-right">
              {t.total}
            </Td>
            <Td className="text-right whitespace-nowrap tabular-nums" data-testid="payments-total">
              {formatCedis(completedSum(payments))}
            </Td>
            <Td colSpan={3} />
          </tr>
        }
      />
      {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(null)} />}
    </>
  );
}
