import type { FeePolicyView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '@/components/admin/loaded';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCedis } from '@/lib/format';
import { adminMoney } from '@/texts/en/admin-money';
import { feesQuery } from './api';
import { FeesForm } from './fees-form';
import { MoneyCard } from './money-card';

const t = adminMoney.fees;

/** What the platform takes of a payment, with examples; super admins change it here. */
export function FeesCard({ hostId }: { hostId: string }) {
  const { superAdmin } = useAdmin();
  const fees = useQuery(feesQuery(hostId));
  const [open, setOpen] = useState(false);
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
                <Button variant="outline" onClick={() => setOpen(true)} data-testid="change-fees">
                  {t.change}
                </Button>
              </div>
            )}
            <Dialog
              open={open}
              onOpenChange={setOpen}
              title={t.form.title}
              description={t.form.lead}
              testId="fees-dialog"
            >
              {open && <FeesForm hostId={hostId} policy={policy} onClose={() => setOpen(false)} />}
            </Dialog>
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
