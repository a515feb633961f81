import {
  paymentNoteRules,
  paymentReasonRules,
  refundAccountRules,
  resolveAccountRules,
  RETURNABLE_STATES,
  type PaymentAttention,
} from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { AccountForm } from '@/components/admin/account-form';
import { askReason, showForm } from '@/components/admin/ask';
import { paymentColumn } from '@/components/admin/payment-column';
import { AgeCell, type Column } from '@/components/admin/table';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { errorText } from '@/lib/api';
import { formatCedis } from '@/lib/format';
import { saveFile } from '@/lib/save-file';
import { toast } from '@/lib/toast';
import { adminAttention as t } from '@/texts/en/admin-books';
import { addNote, decidePayment, giveRefundAccount, readEvidence } from './api';

/** Payments that are held, disputed or stuck, with what a super admin can do about each. */
export const attentionColumns: Column<PaymentAttention>[] = [
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
  { name: t.table.actions, cell: (payment) => <Actions payment={payment} /> },
];

/** In the currency that was really taken, which is the reason to look. */
function takenText({ takenAmount, takenCurrency }: PaymentAttention): string {
  if (takenAmount === null) return t.table.nothing;
  return takenCurrency && takenCurrency !== 'GHS'
    ? `${takenCurrency} ${takenAmount.toFixed(2)}`
    : formatCedis(takenAmount);
}

/**
 * What a super admin can do about a payment: its votes count, its money goes back, the payer has it back in another way, a dispute is over and
 * it was kept, or a note is kept with it.
 */
type Decision = keyof typeof t.decisions;

/** Asks before money moves, and for the reason or note that is kept with it. */
function decide({ id, reference }: PaymentAttention, decision: Decision): void {
  askReason({
    ...t.decisions[decision],
    text: t.decisions[decision].text(reference),
    rules: decision === 'note' ? paymentNoteRules : paymentReasonRules,
    run: (text) => (decision === 'note' ? addNote(id, text) : decidePayment(id, decision, text)),
    testId: 'decision',
  });
}

/** Asks where the payer wants the money of a refund that the provider could not give back the way it came. */
function giveAccount({ id, reference }: PaymentAttention): void {
  const path = `/payments/${id}/refund-account`;
  showForm(
    {
      title: t.account.title,
      description: t.account.text(reference),
      testId: 'refund-account-dialog',
    },
    (close) => (
      <AccountForm
        path={path}
        rules={{ ...resolveAccountRules, reason: refundAccountRules.reason }}
        send={(account) => giveRefundAccount(path, account)}
        texts={t.account}
        reason={{ label: t.account.reason, hint: t.account.hint }}
        tone="warning"
        testId="refund-account-submit"
        onClose={close}
      />
    ),
  );
}

async function downloadEvidence({ id, reference }: PaymentAttention): Promise<void> {
  const evidence = JSON.stringify(await readEvidence(id), null, 2);
  saveFile(new Blob([evidence], { type: 'application/json' }), `evidence-${reference}.json`);
}

/** States in which the provider can be asked for a refund. */
const REFUNDABLE: ReadonlySet<string> = new Set(['REVIEW', 'COMPLETED', 'REFUND_ATTENTION']);

function Actions({ payment }: { payment: PaymentAttention }) {
  const download = useMutation({
    mutationFn: downloadEvidence,
    onError: (error) => toast.error(errorText(error)),
  });
  const { state, needsAccount } = payment;
  const decision = (name: Decision, variant?: 'danger' | 'outline') => (
    <Button size="sm" variant={variant} onClick={() => decide(payment, name)} data-testid={name}>
      {t[name]}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'REVIEW' && decision('accept')}
      {needsAccount && (
        <Button size="sm" onClick={() => giveAccount(payment)} data-testid="refund-account">
          {t.giveAccount}
        </Button>
      )}
      {REFUNDABLE.has(state) && decision('refund', 'danger')}
      {state === 'DISPUTED' && decision('kept')}
      {RETURNABLE_STATES.has(state) && decision('returned', 'danger')}
      {decision('note', 'outline')}
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
