import {
  SETTLEMENT_ACCOUNT_TYPES,
  type Bank,
  type FieldRule,
  type ResolveAccountInput,
  type ResolvedAccount,
} from '@abato/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { optionsOf, SelectField, TextArea, TextField } from '@/components/field';
import { Notice } from '@/components/notice';
import { adminKeys, resolveAccount } from '@/lib/admin/api';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useRulesForm } from '@/lib/form';
import { reads } from '@/lib/api';
import { adminMoney } from '@/texts/en/admin-money';
import { AdminForm } from './admin-form';

const t = adminMoney.account.form;
const BANKS_AGE_MS = 3_600_000;
type Fields = ResolveAccountInput & { reason?: string };

/**
 * Kind, bank and number of an account: first the provider's name for it, then the word that it is the right one.
 * @param path of the account in the API; `/resolve` below it tells whose the account is
 * @param reason texts of a field for the reason; without it none is asked for
 */
export function AccountForm({
  path,
  rules,
  send,
  texts,
  reason,
  tone,
  testId,
  onClose,
}: {
  path: string;
  rules: Record<keyof ResolveAccountInput, FieldRule> & { reason?: FieldRule };
  send: (account: Fields & ResolvedAccount) => Promise<unknown>;
  texts: Record<'check' | 'done', string> & Record<'confirm' | 'whose', (name: string) => string>;
  reason?: { label: string; hint: string };
  tone: 'success' | 'warning';
  testId: string;
  onClose: () => void;
}) {
  const [accountName, setAccountName] = useState<string | null>(null);
  const form = useRulesForm<Fields>({
    rules,
    defaultValues: { type: 'mobile_money', bankCode: '', accountNumber: '', ...(reason && { reason: '' }) },
  });
  const type = useWatch({ control: form.control, name: 'type' });
  const banks = useQuery(
    reads<Bank[]>([...adminKeys.hosts, 'banks', type], `/hosts/banks?type=${type}`, {
      staleTime: BANKS_AGE_MS,
    }),
  );
  const look = useMutation({
    mutationFn: ({ reason: _reason, ...account }: Fields) => resolveAccount(path, account),
    onSuccess: (found) => setAccountName(found.accountName),
  });
  const give = useAdminAction({ run: send, success: texts.done, onDone: onClose, quietFailure: true });
  const submit = form.handleSubmit(async (input) => {
    const sending =
      accountName === null ? look.mutateAsync(input) : give.mutateAsync({ ...input, accountName });
    await sending.catch(form.showFailure);
  });
  // A name that was found is not of a changed account.
  const forget = { onInput: () => setAccountName(null) };
  return (
    <AdminForm
      form={{ busy: look.isPending || give.isPending, submit }}
      submit={accountName === null ? texts.check : texts.confirm(accountName)}
      onCancel={onClose}
      testId={testId}
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
      {reason && <TextArea {...reason} rows={3} {...form.field('reason')} />}
      {accountName !== null && <Notice tone={tone} title={texts.whose(accountName)} />}
    </AdminForm>
  );
}
