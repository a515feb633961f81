import { resolveAccountRules, type HostView, type SettlementAccount } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { AccountForm } from '@/components/admin/account-form';
import { confirmAction, showForm } from '@/components/admin/ask';
import { GuardedButton } from '@/components/admin/guarded-button';
import { Loaded } from '@/components/admin/loaded';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { accountQuery } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatDateTime } from '@/lib/format';
import { adminHosts } from '@/texts/en/admin-hosts';
import { adminMoney } from '@/texts/en/admin-money';
import { accountPath, enterAccount, withdrawAccount } from './api';
import { MoneyCard } from './money-card';

const t = adminMoney.account;

/** Where the provider pays the money of a host to. */
export function AccountCard({ host }: { host: HostView }) {
  const account = useQuery(accountQuery(host.id));
  return (
    <MoneyCard texts={t} testId="settlement-account">
      <Loaded query={account} caption={adminMoney.loading}>
        {(shown) => <Account host={host} account={shown} />}
      </Loaded>
    </MoneyCard>
  );
}

function Account({ host, account }: { host: HostView; account: SettlementAccount }) {
  const { id } = useAdmin();
  const { status, effectiveAt, inForce, required } = account;
  const isNew = status === 'NONE';
  const waits = status === 'PENDING' || inForce?.since !== effectiveAt;
  const enter = () =>
    showForm({ title: t.form.title, description: t.form.lead, testId: 'account-dialog' }, (close) => (
      <AccountForm
        path={accountPath(host.id)}
        rules={resolveAccountRules}
        send={(entered) => enterAccount(host.id, entered)}
        texts={t.form}
        tone="success"
        testId="account-submit"
        onClose={close}
      />
    ));
  return (
    <>
      {isNew ? (
        <Notice tone={required ? 'warning' : 'info'}>
          {t.none} {required && t.required}
        </Notice>
      ) : (
        <Shown account={account} waits={waits} />
      )}
      <div className="flex flex-wrap gap-3">
        <GuardedButton
          variant={isNew ? 'gold' : 'outline'}
          refusal={host.userId === id ? undefined : adminHosts.editRefused}
          onClick={enter}
          data-testid="enter-account"
        >
          {isNew ? t.enter : t.change}
        </GuardedButton>
        {!isNew && waits && (
          <Button
            variant="outline"
            onClick={() => confirmAction({ ...t.withdrawing, run: () => withdrawAccount(host.id) })}
            data-testid="withdraw-account"
          >
            {t.withdraw}
          </Button>
        )}
      </div>
    </>
  );
}

function Shown({ account, waits }: { account: SettlementAccount; waits: boolean }) {
  const { status, accountName, bankName, accountNumber, effectiveAt, inForce } = account;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="font-semibold wrap-anywhere">{accountName}</p>
        <Badge tone={status === 'APPROVED' ? 'green' : 'yellow'}>
          {status === 'APPROVED' ? t.approved : t.pending}
        </Badge>
      </div>
      <p className="text-muted tabular-nums">
        {bankName} {accountNumber}
      </p>
      {status === 'PENDING' && <p className="text-sm text-muted">{t.pendingNote}</p>}
      {effectiveAt && <p className="text-sm text-muted">{t.from(formatDateTime(effectiveAt))}</p>}
      {waits && inForce && (
        <p className="text-sm text-muted">{t.changeNote(inForce.accountName, inForce.accountNumber)}</p>
      )}
    </div>
  );
}
