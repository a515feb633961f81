import { paymentReasonRules, type PaymentView } from '@abato/contracts';
import { AdminForm, useAdminForm } from '@/components/admin/admin-form';
import { Dialog } from '@/components/dialog';
import { TextArea } from '@/components/field';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCedis } from '@/lib/format';
import { adminRefund as t } from '@/texts/en/admin-corrections';
import { adminForms } from '@/texts/en/admin-forms';
import { askForRefund, refundPayment } from './api';

/** An organiser asks for a refund, a super admin orders it; what would go back is said before. */
export function RefundDialog({ payment, onClose }: { payment: PaymentView; onClose: () => void }) {
  const { superAdmin } = useAdmin();
  const texts = superAdmin ? t.refunding : t.asking;
  const { amount, votes } = payment.refundable ?? { amount: 0, votes: 0 };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.text(formatCedis(amount), adminForms.votes(votes))}
      testId="refund-dialog"
    >
      <RefundForm
        texts={texts}
        run={(reason) => (superAdmin ? refundPayment : askForRefund)(payment.id, reason)}
        onClose={onClose}
      />
    </Dialog>
  );
}

function RefundForm({
  texts,
  run,
  onClose,
}: {
  texts: { confirm: string; done: string };
  run: (reason: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useAdminForm<{ reason: string }>({
    rules: paymentReasonRules,
    defaultValues: { reason: '' },
    run: ({ reason }) => run(reason),
    success: texts.done,
    onClose,
  });
  return (
    <AdminForm form={form} submit={texts.confirm} onCancel={onClose} testId="refund-submit">
      <TextArea label={t.field} hint={t.hint} rows={3} {...form.field('reason')} />
    </AdminForm>
  );
}
