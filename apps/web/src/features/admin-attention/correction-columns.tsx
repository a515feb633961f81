import { rejectCorrectionRules, type PaymentCorrection } from '@abato/contracts';
import { askReason, confirmAction } from '@/components/admin/ask';
import { GuardedButton } from '@/components/admin/guarded-button';
import { PaymentCell } from '@/components/admin/payment-column';
import { AgeCell, TwoLines, type Column } from '@/components/admin/table';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { formatCedis, formatCount } from '@/lib/format';
import { adminCorrections as t } from '@/texts/en/admin-corrections';
import { adminDisputes } from '@/texts/en/admin-disputes';
import { adminForms } from '@/texts/en/admin-forms';
import { confirmCorrection, rejectCorrection } from './api';

/** What one person has asked for or entered about money, and the decision of another. @param ownId of the signed-in person */
export const correctionColumnsFor = (ownId: string): Column<PaymentCorrection>[] => [
  {
    name: t.table.payment,
    className: 'min-w-48',
    cell: ({ contest, contestant, reference }) => (
      <PaymentCell contest={contest.title} what={contestant.name} reference={reference} />
    ),
  },
  {
    name: t.table.what,
    className: 'min-w-40',
    cell: ({ kind, reason, returned }) => (
      <div>
        <Badge tone="yellow">{t.kinds[kind]}</Badge>
        {kind === 'DISPUTE' && returned > 0 && (
          <p className="mt-1 text-red-text">{adminDisputes.table.returned(formatCedis(returned))}</p>
        )}
        <p className="mt-1">{reason}</p>
      </div>
    ),
  },
  {
    name: t.table.amount,
    figure: true,
    className: 'font-semibold whitespace-nowrap',
    cell: ({ amount }) => formatCedis(amount),
  },
  { name: t.table.votes, figure: true, cell: ({ votesBack }) => formatCount(votesBack) },
  {
    name: t.table.entered,
    cell: ({ enteredBy, enteredAt }) => (
      <TwoLines first={enteredBy.name} second={<AgeCell at={enteredAt} />} />
    ),
  },
  {
    name: t.table.actions,
    cell: (correction) => (
      <div className="flex flex-wrap gap-2">
        <GuardedButton
          size="sm"
          refusal={correction.enteredBy.id === ownId ? t.own : undefined}
          onClick={() => confirm(correction)}
          data-testid="correction-confirm"
        >
          {t.confirm}
        </GuardedButton>
        <Button
          size="sm"
          variant="outline"
          onClick={() => reject(correction)}
          data-testid="correction-reject"
        >
          {t.reject}
        </Button>
      </div>
    ),
  },
];

function confirm({ id, kind, amount, votesBack }: PaymentCorrection): void {
  confirmAction({
    ...t.confirming[kind],
    text: t.confirming[kind].text(formatCedis(amount), adminForms.votes(votesBack)),
    danger: kind !== 'KEPT',
    run: () => confirmCorrection(id),
  });
}

function reject({ id, amount, reference }: PaymentCorrection): void {
  askReason({
    ...t.rejecting,
    text: t.rejecting.text(formatCedis(amount), reference),
    rules: rejectCorrectionRules,
    run: (reason) => rejectCorrection(id, reason),
    testId: 'correction-reject',
  });
}
