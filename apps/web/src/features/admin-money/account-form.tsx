import {
  resolveAccountRules,
  SETTLEMENT_ACCOUNT_TYPES,
  type ResolveAccountInput,
  type SettlementAccountInput,
} from '@abato/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { AdminForm } from '@/components/admin/admin-form';
import { optionsOf, SelectField, TextField } from '@/components/field';
import { Notice } from '@/components/notice';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useRulesForm } from '@/lib/form';
import { adminMoney } from '@/texts/en/admin-money';
import { banksQuery, enterAccount, resolveAccount } from './api';

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
  const type = useWatch({ control: form.control, name: 'type' });
  const banks = useQuery(banksQuery(type));
  const forget = { onInput: () => setFound(null) };
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
      <SelectField
        label={t.type}
        options={optionsOf(SETTLEMENT_ACCOUNT_TYPES, t.types)}
        {...forget}
        {...form.field('type')}
      />
      <SelectField
        key={type}
        label={t.bank}
        placeholder={t.choose}
        options={(banks.data ?? []).map(({ code, name }) => [code, name])}
        {...forget}
        {...form.field('bankCode')}
      />
      <TextField
        label={t.number}
        hint={t.numberHint}
        inputMode="tel"
        {...forget}
        {...form.field('accountNumber')}
      />
      {found && <Notice tone="success" title={t.whose(found.accountName)} />}
    </AdminForm>
  );
}
