import { paymentNoteRules, paymentReasonRules, type PaymentAttention } from '@abato/contracts';
import { AdminForm, useAdminForm } from '@/components/admin/admin-form';
import { Dialog } from '@/components/dialog';
import { TextArea } from '@/components/field';
import { adminAttention as t } from '@/texts/en/admin-books';
import { decidePayment, type Decision } from './api';

interface DecisionProps {
  payment: PaymentAttention;
  decision: Decision;
  onClose: () => void;
}

/** Asks before money moves, and for the reason or note that is kept with it. */
export function DecisionDialog(props: DecisionProps) {
  const { title, text } = t.decisions[props.decision];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={title}
      description={text(props.payment.reference)}
      testId="decision-dialog"
    >
      <DecisionForm {...props} />
    </Dialog>
  );
}

function DecisionForm({ payment, decision, onClose }: DecisionProps) {
  const texts = t.decisions[decision];
  const field = decision === 'note' ? 'note' : 'reason';
  const form = useAdminForm<{ note: string; reason: string }>({
    rules: decision === 'note' ? paymentNoteRules : paymentReasonRules,
    defaultValues: { note: '', reason: '' },
    run: (input) => decidePayment(payment.id, decision, input[field]),
    success: texts.done,
    onClose,
  });
  return (
    <AdminForm form={form} submit={texts.confirm} onCancel={onClose} testId="decision-submit">
      <TextArea label={texts.field} hint={texts.hint} rows={3} {...form.field(field)} />
    </AdminForm>
  );
}
