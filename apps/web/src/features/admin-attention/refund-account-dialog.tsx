import {
  refundAccountRules,
  resolveAccountRules,
  type PaymentAttention,
  type RefundAccountInput,
  type ResolveAccountInput,
} from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountFields } from '@/components/admin/account-fields';
import { AdminForm } from '@/components/admin/admin-form';
import { Dialog } from '@/components/dialog';
import { TextArea } from '@/components/field';
import { Notice } from '@/components/notice';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useRulesForm } from '@/lib/form';
import { adminAttention } from '@/texts/en/admin-books';
import { giveRefundAccount, resolveRefundAccount } from './api';

const t = adminAttention.account;
type Fields = ResolveAccountInput & { reason: string };
const rules = { ...resolveAccountRules, reason: refundAccountRules.reason };

/** Where the payer wants the money, for a refund that the provider could not give back the way it came. */
export function RefundAccountDialog({
  payment,
  onClose,
}: {
  payment: PaymentAttention;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.title}
      description={t.text(payment.reference)}
      testId="refund-account-dialog"
    >
      <AccountForm id={payment.id} onClose={onClose} />
    </Dialog>
  );
}

/** First the provider's name for the account, then the super admin's word that it is the payer's. */
function AccountForm({ id, onClose }: { id: string; onClose: () => void }) {
  const [found, setFound] = useState<RefundAccountInput | null>(null);
  const form = useRulesForm<Fields>({
    rules,
    defaultValues: { type: 'mobile_money', bankCode: '', accountNumber: '', reason: '' },
  });
  const look = useMutation({
    mutationFn: async ({ reason, ...account }: Fields) => ({
      ...account,
      reason,
      ...(await resolveRefundAccount(id, account)),
    }),
    onSuccess: setFound,
  });
  const give = useAdminAction({
    run: (input: RefundAccountInput) => giveRefundAccount(id, input),
    success: t.done,
    onDone: onClose,
    quietFailure: true,
  });
  const submit = form.handleSubmit(async (input) => {
    const sending = found ? give.mutateAsync({ ...found, reason: input.reason }) : look.mutateAsync(input);
    await sending.catch(form.showFailure);
  });
  return (
    <AdminForm
      form={{ busy: look.isPending || give.isPending, submit }}
      submit={found ? t.confirm(found.accountName) : t.check}
      onCancel={onClose}
      testId="refund-account-submit"
    >
      <AccountFields form={form} onChange={() => setFound(null)} />
      <TextArea label={t.reason} hint={t.hint} rows={3} {...form.field('reason')} />
      {found && <Notice tone="warning" title={t.whose(found.accountName)} />}
    </AdminForm>
  );
}
