import {
  cedisFromPesewas,
  FEE_BEARERS,
  type FeePolicyInput,
  feePolicyRules,
  type FeePolicyView,
  partsOfExample,
  pesewasFromCedis,
} from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { AdminForm, decimal, useAdminForm, wholeNumber } from '@/components/admin/admin-form';
import { showForm } from '@/components/admin/ask';
import { Loaded } from '@/components/admin/loaded';
import { Button } from '@/components/button';
import { optionsOf, SelectField, TextField } from '@/components/field';
import { hostKey, hostPath } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCedis, formatCount } from '@/lib/format';
import { reads } from '@/lib/api';
import { adminMoney } from '@/texts/en/admin-money';
import { setFees } from './api';
import { MoneyCard } from './money-card';

const t = adminMoney.fees;

/** What the platform takes of a payment, with examples; super admins change it here. */
export function FeesCard({ hostId }: { hostId: string }) {
  const { superAdmin } = useAdmin();
  const fees = useQuery(reads<FeePolicyView>(hostKey(hostId, 'fees'), hostPath(hostId, '/fee-policy')));
  const change = (policy: FeePolicyView) =>
    showForm({ title: t.form.title, description: t.form.lead, testId: 'fees-dialog' }, (close) => (
      <FeesForm hostId={hostId} policy={policy} onClose={close} />
    ));
  return (
    <MoneyCard texts={t} testId="fees">
      <Loaded query={fees} caption={adminMoney.loading}>
        {(policy) => (
          <>
            <p>
              {ruleOf(policy)} {t.bearer[policy.bearer]}
            </p>
            <Examples examples={policy.examples} />
            {superAdmin && (
              <div>
                <Button variant="outline" onClick={() => change(policy)} data-testid="change-fees">
                  {t.change}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </MoneyCard>
  );
}

function Examples({ examples }: Pick<FeePolicyView, 'examples'>) {
  return (
    <ul className="rounded-md border border-line px-4 tabular-nums" aria-label={t.caption}>
      {examples.map(({ amount, provider, platform, host }) => (
        <li
          key={amount}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-line py-3 not-first:border-t"
        >
          <span>{t.example.of(formatCedis(amount))}</span>
          <strong>{t.example.host(formatCedis(host))}</strong>
          <span className="basis-full text-sm text-muted">
            {t.example.others(formatCedis(provider), formatCedis(platform))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function ruleOf({ percentage, fixed, minimum }: FeePolicyView): string {
  if (percentage === 0 && fixed === 0 && minimum === 0) return t.none;
  return t.rule(
    String(percentage),
    fixed > 0 ? t.fixed(formatCedis(fixed)) : '',
    minimum > 0 ? t.minimum(formatCedis(minimum)) : '',
  );
}

const PER_PERCENT = 100;
const MOST_VOTES = 100_000_000;

/** The next version of a host's fees, with what they would be of votes that one can choose. */
function FeesForm({
  hostId,
  policy,
  onClose,
}: {
  hostId: string;
  policy: FeePolicyView;
  onClose: () => void;
}) {
  const { percentage, fixed, minimum, bearer } = policy;
  const texts = t.form;
  const form = useAdminForm<FeePolicyInput>({
    rules: feePolicyRules,
    defaultValues: { percentage, fixed, minimum, bearer },
    run: (input) => setFees(hostId, input),
    success: texts.done,
    onClose,
  });
  const values = useWatch({ control: form.control }) as FeePolicyInput;
  return (
    <AdminForm form={form} submit={texts.submit} onCancel={onClose} testId="fees-submit">
      <TextField label={texts.percentage} {...decimal} {...form.field('percentage')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={texts.fixed} {...decimal} {...form.field('fixed')} />
        <TextField label={texts.minimum} {...decimal} {...form.field('minimum')} />
      </div>
      <SelectField
        label={texts.bearer}
        options={optionsOf(FEE_BEARERS, texts.bearers)}
        {...form.field('bearer')}
      />
      <Trial policy={values} />
    </AdminForm>
  );
}

/** "10,000 votes at GHS 1 → …", payment by payment. */
function Trial({ policy }: { policy: FeePolicyInput }) {
  const texts = t.trial;
  const [typed, setTyped] = useState({ votes: '10000', price: '1', each: '5' });
  const example = {
    votes: whole(typed.votes),
    pricePesewas: pesewasFromCedis(typed.price) ?? 0,
    votesPerPayment: Math.max(1, whole(typed.each)),
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
        {(['votes', 'price', 'each'] as const).map((name) => (
          <TextField
            key={name}
            label={texts[name]}
            {...(name === 'price' ? decimal : wholeNumber)}
            value={typed[name]}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        ))}
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
