import { SETTLEMENT_ACCOUNT_TYPES, type ResolveAccountInput } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useWatch, type Control } from 'react-hook-form';
import { optionsOf, SelectField, TextField } from '@/components/field';
import { banksQuery } from '@/lib/admin/api';
import type { FieldProps } from '@/lib/form';
import { adminMoney } from '@/texts/en/admin-money';

const t = adminMoney.account.form;

/**
 * Kind, bank and number of an account.
 * @param onChange a name that was found for it is not of this account any more
 */
export function AccountFields<T extends ResolveAccountInput>({
  form,
  onChange,
}: {
  form: { control: Control<T>; field: (name: keyof ResolveAccountInput) => FieldProps };
  onChange: () => void;
}) {
  const { type } = useWatch({ control: form.control }) as Partial<ResolveAccountInput>;
  const banks = useQuery(banksQuery(type ?? 'mobile_money'));
  const forget = { onInput: onChange };
  return (
    <>
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
    </>
  );
}
