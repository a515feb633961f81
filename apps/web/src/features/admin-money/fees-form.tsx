import {
  cedisFromPesewas,
  FEE_BEARERS,
  type FeePolicyInput,
  feePolicyRules,
  type FeePolicyView,
  partsOfExample,
  pesewasFromCedis,
} from '@abato/contracts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { AdminForm, decimal, useAdminForm, wholeNumber } from '@/components/admin/admin-form';
import { optionsOf, SelectField, TextField } from '@/components/field';
import { formatCedis, formatCount } from '@/lib/format';
import { adminMoney } from '@/texts/en/admin-money';
import { setFees } from './api';

const t = adminMoney.fees.form;
const PER_PERCENT = 100;
const MOST_VOTES = 100_000_000;

/** The next version of a host's fees, with what they would be of votes that one can choose. */
export function FeesForm({
  hostId,
  policy,
  onClose,
}: {
  hostId: string;
  policy: FeePolicyView;
  onClose: () => void;
}) {
  const { percentage, fixed, minimum, bearer } = policy;
  const form = useAdminForm<FeePolicyInput>({
    rules: feePolicyRules,
    defaultValues: { percentage, fixed, minimum, bearer },
    run: (input) => setFees(hostId, input),
    success: t.done,
    onClose,
  });
  const values = useWatch({ control: form.control }) as FeePolicyInput;
  return (
    <AdminForm form={form} submit={t.submit} onCancel={onClose} testId="fees-submit">
      <TextField label={t.percentage} {...decimal} {...form.field('percentage')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t.fixed} {...decimal} {...form.field('fixed')} />
        <TextField label={t.minimum} {...decimal} {...form.field('minimum')} />
      </div>
      <SelectField label={t.bearer} options={optionsOf(FEE_BEARERS, t.bearers)} {...form.field('bearer')} />
      <Trial policy={values} />
    </AdminForm>
  );
}

/** "10,000 votes at GHS 1 → …", payment by payment. */
function Trial({ policy }: { policy: FeePolicyInput }) {
  const texts = adminMoney.fees.trial;
  const [votes, setVotes] = useState('10000');
  const [price, setPrice] = useState('1');
  const [each, setEach] = useState('5');
  const example = {
    votes: whole(votes),
    pricePesewas: pesewasFromCedis(price) ?? 0,
    votesPerPayment: Math.max(1, whole(each)),
  };
  const parts = partsOfExample(example, {
    basisPoints: Math.round(Number(policy.percentage) * PER_PERCENT) || 0,
    fixedPesewas: pesewasFromCedis(policy.fixed) ?? 0,
    minimumPesewas: pesewasFromCedis(policy.minimum) ?? 0,
    bearer: policy.bearer,
  });
  const money = (pesewas: number): string => formatCedis(cedisFromPesewas(pesewas));
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-4" data-testid="fee-trial">
      <legend className="px-1 text-sm font-semibold">{texts.title}</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label={texts.votes}
          {...wholeNumber}
          value={votes}
          onChange={({ target }) => setVotes(target.value)}
        />
        <TextField
          label={texts.price}
          {...decimal}
          value={price}
          onChange={({ target }) => setPrice(target.value)}
        />
        <TextField
          label={texts.each}
          {...wholeNumber}
          value={each}
          onChange={({ target }) => setEach(target.value)}
        />
      </div>
      <p role="status" className="text-sm tabular-nums">
        <strong>{texts.result(formatCount(example.votes), money(parts.amount))}</strong>
        {': '}
        {texts.parts(money(parts.host), money(parts.platform), money(parts.provider))}
      </p>
    </fieldset>
  );
}

const whole = (text: string): number => Math.min(MOST_VOTES, Math.max(0, Math.floor(Number(text)) || 0));
