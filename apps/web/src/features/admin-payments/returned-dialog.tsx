import {
  RETURNABLE_STATES,
  returnedRules,
  type PaymentCorrectionResult,
  type PaymentView,
  type ReturnedInput,
} from '@abato/contracts';
import { AdminForm, decimal, useAdminForm } from '@/components/admin/admin-form';
import { Dialog } from '@/components/dialog';
import { TextArea, TextField } from '@/components/field';
import { adminReturned as t } from '@/texts/en/admin-corrections';
import { recordReturned } from './api';

/** A counted payment through the provider is refunded there; cash that counts can only be given back by hand. */
export const isReturnable = ({ state, method }: Pick<PaymentView, 'state' | 'method'>): boolean =>
  RETURNABLE_STATES.has(state) || (state === 'COMPLETED' && method === 'MANUAL');

/** A super admin writes down that the payer has the money, or a part of it, back: cash that was typed wrong, money that went by hand. */
export function ReturnedDialog({ payment, onClose }: { payment: PaymentView; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.title}
      description={t.text(payment.reference)}
      testId="returned-dialog"
    >
      <ReturnedForm id={payment.id} onClose={onClose} />
    </Dialog>
  );
}

function ReturnedForm({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useAdminForm<ReturnedInput, PaymentCorrectionResult>({
    rules: returnedRules,
    defaultValues: { reason: '' },
    run: (input) => recordReturned(id, input),
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
