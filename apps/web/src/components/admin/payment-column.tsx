import { adminForms } from '@/texts/en/admin-forms';
import type { Column } from './table';

interface Paid {
  contestTitle: string;
  contestantName: string;
  voteCount: number;
  reference: string;
}

/** The column that says what a payment was for, with its reference. */
export function paymentColumn<T extends Paid>(name: string): Column<T> {
  return {
    name,
    className: 'min-w-48',
    cell: ({ contestTitle, voteCount, contestantName, reference }) => (
      <PaymentCell
        contest={contestTitle}
        what={adminForms.votesFor(voteCount, contestantName)}
        reference={reference}
      />
    ),
  };
}

export function PaymentCell({
  contest,
  what,
  reference,
}: {
  contest: string;
  what: string;
  reference: string;
}) {
  return (
    <div className="min-w-0">
      <p className="font-semibold">{contest}</p>
      <p className="text-muted">{what}</p>
      <p className="mt-0.5 font-mono text-xs break-all">{reference}</p>
    </div>
  );
}
