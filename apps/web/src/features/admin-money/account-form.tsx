import { resolveAccountRules, type ResolveAccountInput, type SettlementAccountInput } from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountFields } from '@/components/admin/account-fields';
import { AdminForm } from '@/components/admin/admin-form';
import { Notice } from '@/components/notice';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useRulesForm } from '@/lib/form';
import { adminMoney } from '@/texts/en/admin-money';
import { enterAccount, resolveAccount } from './api';

const t = adminMoney.account.form;
type Found = ResolveAccountInput & { accountName: string };

/** First the provider's name for the account, then the organiser's word that it is the right one. */
export function AccountForm({ hostId, onClose }: { hostId: string; onClose: () => void }) {
  const [found, setFound] = useState<Found | null>(null);
  const form = useRulesForm<ResolveAccountInput>({
    rules: resolveAccountRules,
    defaultValues: { type: 'mobile_money', bankCode: '', accountNumber: '' },
  });
  const look = useMutation({
    mutationFn: async (input: ResolveAccountInput): Promise<Found> => ({
      ...input,
      ...(await resolveAccount(hostId, input)),
    }),
    onSuccess: setFound,
  });
  const enter = useAdminAction({
    run: (input: SettlementAccountInput) => enterAccount(hostId, input),
    success: t.done,
    onDone: onClose,
    quietFailure: true,
  });
  const submit = form.handleSubmit(async (input) => {
    await (found ? enter.mutateAsync(found) : look.mutateAsync(input)).catch(form.showFailure);
  });
  return (
    <AdminForm
      form={{ busy: look.isPending || enter.isPending, submit }}
      submit={found ? t.confirm(found.accountName) : t.check}
      onCancel={onClose}
      testId="account-submit"
    >
      <AccountFields form={form} onChange={() => setFound(null)} />
      {found && <Notice tone="success" title={t.whose(found.accountName)} />}
    </AdminForm>
  );
}
