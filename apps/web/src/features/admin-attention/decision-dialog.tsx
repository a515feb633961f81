import { paymentNoteRules, paymentReasonRules, type PaymentAttention } from '@abato/contracts';
import { FormActions } from '@/components/admin/form-actions';
import { Dialog } from '@/components/dialog';
import { TextArea } from '@/components/field';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useRulesForm } from '@/lib/form';
import { adminAttention as t } from '@/texts/en/admin-books';
import { acceptPayment, addPaymentNote, refundPayment } from './attention-calls';

export type Decision = 'accept' | 'refund' | 'note';

const calls = { accept: acceptPayment, refund: refundPayment, note: addPaymentNote };

/** Asks before money moves, and for the words that are kept with it. */
export function DecisionDialog({
  payment,
  decision,
  onClose,
}: {
  payment: PaymentAttention;
  decision: Decision;
  onClose: () => void;
}) {
  const texts = t.decisions[decision];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.text(payment.reference)}
      testId="decision-dialog"
    >
      {decision === 'note' ? (
        <WordsForm payment={payment} decision={decision} field="note" onClose={onClose} />
      ) : (
        <WordsForm payment={payment} decision={decision} field="reason" onClose={onClose} />
      )}
    </Dialog>
  );
}

function WordsForm({
  payment,
  decision,
  field,
  onClose,
}: {
  payment: PaymentAttention;
  decision: Decision;
  field: 'note' | 'reason';
  onClose: () => void;
}) {
  const texts = t.decisions[decision];
  const form = useRulesForm<{ note: string; reason: string }>({
    rules: field === 'note' ? paymentNoteRules : paymentReasonRules,
    defaultValues: { note: '', reason: '' },
  });
  const decide = useAdminAction({
    run: (words: string) => calls[decision](payment.id, words),
    success: texts.done,
    onDone: onClose,
    quietFailure: true,
  });
  const submit = form.handleSubmit((input) => decide.mutateAsync(input[field]).catch(form.showFailure));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <TextArea label={texts.field} hint={texts.hint} rows={3} {...form.field(field)} />
      <FormActions
        submit={texts.confirm}
        busy={decide.isPending}
        onCancel={onClose}
        testId="decision-submit"
      />
    </form>
  );
}
