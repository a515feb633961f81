import {
  type PaymentCorrectionResult,
  paymentReasonRules,
  type PaymentView,
  RETURNABLE_STATES,
  type ReturnedInput,
  returnedRules,
} from '@abato/contracts';
import { AdminForm, decimal, useAdminForm } from '@/components/admin/admin-form';
import { askReason, confirmAction, showForm } from '@/components/admin/ask';
import { TextArea, TextField } from '@/components/field';
import { formatCedis } from '@/lib/format';
import { adminRefund, adminReturned as t } from '@/texts/en/admin-corrections';
import { adminForms } from '@/texts/en/admin-forms';
import { askForRefund, refundPayment, saveReturned, withdrawRequest } from './api';

/** An organiser asks for a refund, a super admin orders it; what would go back is said before. */
export function refund({ id, refundable }: PaymentView, superAdmin: boolean): void {
  const texts = superAdmin ? adminRefund.refunding : adminRefund.asking;
  const { amount, votes } = refundable ?? { amount: 0, votes: 0 };
  askReason({
    ...texts,
    text: texts.text(formatCedis(amount), adminForms.votes(votes)),
    field: adminRefund.field,
    hint: adminRefund.hint,
    rules: paymentReasonRules,
    run: (reason) => (superAdmin ? refundPayment : askForRefund)(id, reason),
    testId: 'refund',
  });
}

export function withdrawRefundRequest({ id }: PaymentView): void {
  confirmAction({
    ...adminRefund.withdrawing,
    run: () => withdrawRequest(id),
  });
}

/** A counted payment through the provider is refunded there; cash that counts can only be given back by hand. */
export const isReturnable = ({ state, method }: PaymentView): boolean =>
  RETURNABLE_STATES.has(state) || (state === 'COMPLETED' && method === 'MANUAL');

/** A super admin writes down that the payer has the money, or a part of it, back: cash that was typed wrong, money that went by hand. */
export function recordReturned({ id, reference }: PaymentView): void {
  showForm({ title: t.title, description: t.text(reference), testId: 'returned-dialog' }, (close) => (
    <ReturnedForm id={id} onClose={close} />
  ));
}

function ReturnedForm({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useAdminForm<ReturnedInput, PaymentCorrectionResult>({
    rules: returnedRules,
    defaultValues: { reason: '' },
    run: (input) => saveReturned(id, input),
    success: (_input, { awaitsConfirmation }) => (awaitsConfirmation ? t.waits : t.done),
    onClose,
  });
  return (
    <AdminForm form={form} submit={t.confirm} onCancel={onClose} testId="returned-submit">
      <TextField label={t.amount} optional {...decimal} hint={t.amountHint} {...form.field('amount')} />
      <TextArea label={t.reason} hint={t.reasonHint} rows={3} {...form.field('reason')} />
    </AdminForm>
  );
}
