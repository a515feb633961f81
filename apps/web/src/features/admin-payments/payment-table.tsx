import type { PaymentView } from '@abato/contracts';
import { DateCell } from '@/components/admin/date-cell';
import { Table, TwoLines, type Column } from '@/components/admin/table';
import { VoterCell } from '@/components/admin/voter-cell';
import { MethodBadge, StatusBadge } from '@/components/badge';
import { Td } from '@/components/cells';
import { formatCedis } from '@/lib/format';
import { adminPayments } from '@/texts/en/admin-figures';
import { adminForms } from '@/texts/en/admin-forms';

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
    cell: ({ vote }) => (
      <TwoLines first={vote.contestant?.name ?? adminForms.notAvailable} second={t.votes(vote.voteCount)} />
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
  {
    name: t.status,
    cell: ({ state, status }) => (
      <span title={state}>
        <StatusBadge status={status} />
      </span>
    ),
  },
  { name: t.date, cell: ({ createdAt }) => <DateCell at={createdAt} /> },
];

export function PaymentTable({ title, payments }: { title: string; payments: PaymentView[] }) {
  return (
    <Table
      caption={t.caption(title)}
      columns={columns}
      rows={payments}
      rowKey={({ id }) => id}
      rowData={() => ({ 'data-testid': 'payment-row' })}
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
  );
}
