import type { PaymentView } from '@abato/contracts';
import { DateCell } from '@/components/admin/date-cell';
import { VoterCell } from '@/components/admin/voter-cell';
import { MethodBadge, StatusBadge } from '@/components/badge';
import { Table, Tr } from '@/components/admin/table';
import { Td, Th } from '@/components/cells';
import { formatCedis } from '@/lib/format';
import { adminPayments } from '@/texts/en/admin-figures';
import { adminForms } from '@/texts/en/admin-forms';

/** Cedis, summed in pesewas. */
function completedSum(payments: PaymentView[]): number {
  return (
    payments.reduce(
      (sum, { status, amount }) => (status === 'COMPLETED' ? sum + Math.round(amount * 100) : sum),
      0,
    ) / 100
  );
}

export function PaymentTable({ title, payments }: { title: string; payments: PaymentView[] }) {
  const t = adminPayments.table;
  return (
    <Table caption={t.caption(title)} stacked>
      <thead>
        <tr>
          <Th>{t.reference}</Th>
          <Th>{t.voter}</Th>
          <Th>{t.contestant}</Th>
          <Th className="text-right">{t.amount}</Th>
          <Th>{t.method}</Th>
          <Th>{t.status}</Th>
          <Th>{t.date}</Th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </tbody>
      <tfoot>
        <Tr className="border-t-2 bg-sunken font-semibold">
          <Td colSpan={3} className="text-right">
            {t.total}
          </Td>
          <Td className="text-right whitespace-nowrap tabular-nums" data-testid="payments-total">
            {formatCedis(completedSum(payments))}
          </Td>
          <Td colSpan={3} />
        </Tr>
      </tfoot>
    </Table>
  );
}

function PaymentRow({ payment }: { payment: PaymentView }) {
  const t = adminPayments.table;
  const { vote } = payment;
  return (
    <Tr data-testid="payment-row">
      <Td label={t.reference} className="font-mono text-xs break-all @min-[54rem]:w-28">
        {payment.reference}
      </Td>
      <Td label={t.voter} className="min-w-36">
        <VoterCell
          kind="payments"
          id={payment.id}
          name={vote.voterName}
          contact={vote.voterEmail ?? payment.phoneNumber}
        />
      </Td>
      <Td label={t.contestant} className="min-w-32">
        <div>
          <p className="font-semibold">{vote.contestant?.name ?? adminForms.notAvailable}</p>
          <p className="text-muted">{t.votes(vote.voteCount)}</p>
        </div>
      </Td>
      <Td label={t.amount} className="text-right font-semibold whitespace-nowrap tabular-nums">
        {formatCedis(payment.amount)}
      </Td>
      <Td label={t.method}>
        <div>
          <MethodBadge method={payment.method} />
          {payment.channel && (
            <p className="mt-1 text-xs text-muted">{adminPayments.channels[payment.channel]}</p>
          )}
        </div>
      </Td>
      <Td label={t.status}>
        <span title={payment.state}>
          <StatusBadge status={payment.status} />
        </span>
      </Td>
      <Td label={t.date}>
        <DateCell at={payment.createdAt} />
      </Td>
    </Tr>
  );
}
