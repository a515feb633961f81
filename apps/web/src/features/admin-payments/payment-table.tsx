import type { PaymentView } from '@abato/contracts';
import { HandCoins, Hourglass, Undo2, X } from 'lucide-react';
import { BookTable, dateColumn, OneLine, type BookColumn } from '@/components/admin/books/book-table';
import { HistoryDialog, Moment, type Fact } from '@/components/admin/books/history-dialog';
import { VoterCell } from '@/components/admin/voter-cell';
import { OutcomeBadge, MethodBadge } from '@/components/outcome-badge';
import { Button, IconButton } from '@/components/button';
import { useAdmin } from '@/lib/admin/use-admin';
import { votesText } from '@/lib/after-refund';
import { formatCedis } from '@/lib/format';
import { adminRefund, adminReturned } from '@/texts/en/admin-corrections';
import { adminPayments } from '@/texts/en/admin-figures';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHistory } from '@/texts/en/admin-history';
import { isReturnable, recordReturned, refund, withdrawRefundRequest } from './payment-actions';

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

const votesOf = ({ vote, afterRefund }: PaymentView) =>
  afterRefund ? votesText(vote.voteCount, afterRefund) : t.votes(vote.voteCount);
const contactOf = ({ vote, phoneNumber }: PaymentView) => vote.voterEmail ?? phoneNumber;
const contestantOf = ({ vote }: PaymentView) => vote.contestant?.name ?? adminForms.notAvailable;

const columns: BookColumn<PaymentView>[] = [
  {
    name: t.reference,
    width: '11%',
    card: '@max-[54rem]:order-7 @max-[54rem]:col-span-2',
    opens: true,
    cell: ({ reference }) => <span className="font-mono text-xs">{reference}</span>,
  },
  {
    name: t.voter,
    width: '16%',
    card: '@max-[54rem]:order-1',
    cell: (payment) => (
      <OneLine first={payment.vote.voterName ?? adminForms.notAvailable} second={contactOf(payment)} />
    ),
  },
  {
    name: t.contestant,
    width: '15.5%',
    card: '@max-[54rem]:order-3',
    cell: (payment) => <OneLine first={contestantOf(payment)} second={votesOf(payment)} />,
  },
  {
    name: t.amount,
    width: '13%',
    figure: true,
    card: '@max-[54rem]:order-2',
    cell: ({ amount }) => formatCedis(amount),
  },
  {
    name: t.method,
    width: '11%',
    card: '@max-[54rem]:order-5',
    cell: ({ method, channel }) => (
      <span title={channel ? adminPayments.channels[channel] : undefined}>
        <MethodBadge method={method} />
      </span>
    ),
  },
  {
    name: t.status,
    width: '14.5%',
    card: '@max-[54rem]:order-4 @max-[54rem]:justify-self-end',
    cell: (payment) => <StatusCell payment={payment} />,
  },
  dateColumn(t.date, '18%', '@max-[54rem]:order-6'),
];

const requestIcons = { WAITING: Hourglass, ORDERED: Undo2, REJECTED: X, WITHDRAWN: X };

/** The status, what became of a request for a refund, and the way to ask for one. */
function StatusCell({ payment }: { payment: PaymentView }) {
  const { superAdmin } = useAdmin();
  const { state, status, refundable, refundRequest } = payment;
  const Request = refundRequest && requestIcons[refundRequest.state];
  return (
    <span className="flex items-center gap-1">
      <span title={adminHistory.states[state]}>
        <OutcomeBadge status={status} />
      </span>
      {Request && (
        <span title={adminRefund.states[refundRequest.state]} className="text-muted">
          <Request aria-hidden className="size-4" />
          <span className="sr-only">{adminRefund.states[refundRequest.state]}</span>
        </span>
      )}
      {refundRequest?.state === 'WAITING' && !superAdmin && (
        <IconButton
          label={adminRefund.withdraw}
          onClick={() => withdrawRefundRequest(payment)}
          className="relative z-10 -mx-2 -my-2 text-muted"
          data-testid="withdraw-refund"
        >
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
      {refundable && (
        <IconButton
          label={adminRefund.refund}
          onClick={() => refund(payment, superAdmin)}
          className="relative z-10 -mx-2 -my-2 text-muted"
          data-testid="ask-refund"
        >
          <Undo2 aria-hidden className="size-4" />
        </IconButton>
      )}
    </span>
  );
}

function factsOf(payment: PaymentView): Fact[] {
  const { facts: f, states } = adminHistory;
  const { id, vote, amount, method, channel, status, state, reference, createdAt, refundRequest } = payment;
  const facts: Fact[] = [
    [
      f.voter,
      <VoterCell
        key="voter"
        kind="payments"
        id={id}
        name={vote.voterName}
        contact={contactOf(payment) ?? null}
      />,
    ],
    [f.contestant, contestantOf(payment)],
    [f.amount, <strong key="amount">{formatCedis(amount)}</strong>],
    [f.votes, votesOf(payment)],
    [
      f.status,
      <span key="status" className="flex flex-wrap items-center gap-2">
        <OutcomeBadge status={status} />
        {states[state]}
      </span>,
    ],
    [
      f.method,
      <span key="method" className="flex flex-wrap items-center gap-2">
        <MethodBadge method={method} />
        {channel && adminPayments.channels[channel]}
      </span>,
    ],
    [f.date, <Moment key="date" at={createdAt} />],
    [
      f.reference,
      <span key="reference" className="font-mono text-xs whitespace-nowrap select-all">
        {reference}
      </span>,
    ],
  ];
  if (refundRequest)
    facts.push([
      adminRefund.refund,
      [adminRefund.states[refundRequest.state], refundRequest.decisionReason].filter(Boolean).join(': '),
    ]);
  return facts;
}

export function PaymentTable({ title, payments }: { title: string; payments: PaymentView[] }) {
  const { superAdmin } = useAdmin();
  return (
    <BookTable
      caption={t.caption(title)}
      columns={columns}
      rows={payments}
      rowData={({ reference }) => ({ 'data-testid': 'payment-row', 'data-reference': reference })}
      nameOf={({ reference }) => reference}
      footer={
        <tr className="border-t-2 border-line bg-sunken font-semibold">
          <td colSpan={3} className="px-2 py-2.5 text-right">
            {t.total}
          </td>
          <td className="px-2 py-2.5 text-right whitespace-nowrap tabular-nums" data-testid="payments-total">
            {formatCedis(completedSum(payments))}
          </td>
          <td colSpan={3} />
        </tr>
      }
      details={(shown, onClose) => (
        <HistoryDialog
          kind="payments"
          id={shown.id}
          reference={shown.reference}
          facts={factsOf(shown)}
          onClose={onClose}
          actions={
            (shown.refundable || (superAdmin && isReturnable(shown))) && (
              <>
                {shown.refundable && (
                  <Button
                    variant="outline"
                    size="sm"
                    icon={Undo2}
                    onClick={() => {
                      onClose();
                      refund(shown, superAdmin);
                    }}
                  >
                    {adminRefund.refund}
                  </Button>
                )}
                {superAdmin && isReturnable(shown) && (
                  <Button
                    variant="outline"
                    size="sm"
                    icon={HandCoins}
                    onClick={() => {
                      onClose();
                      recordReturned(shown);
                    }}
                    data-testid="returned"
                  >
                    {adminReturned.action}
                  </Button>
                )}
              </>
            )
          }
        />
      )}
    />
  );
}
