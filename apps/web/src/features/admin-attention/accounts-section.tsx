import type { WaitingSettlementAccount } from '@abato/contracts';
import { useState } from 'react';
import { AgeCell } from '@/components/admin/age-cell';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { Table, TwoLines, type Column } from '@/components/admin/table';
import { Button } from '@/components/button';
import { adminMoney } from '@/texts/en/admin-money';
import { approveAccount, rejectAccount } from './api';

const t = adminMoney.approval;

const columns: Column<WaitingSettlementAccount>[] = [
  {
    name: t.columns.host,
    className: 'min-w-40',
    cell: ({ hostName, organiser }) => <TwoLines first={hostName} second={organiser} />,
  },
  {
    name: t.columns.account,
    className: 'min-w-36',
    cell: ({ bankName, accountNumber }) => <TwoLines first={bankName} second={accountNumber} />,
  },
  {
    name: t.columns.name,
    className: 'min-w-44',
    cell: ({ accountName, confirmed, replaces }) => (
      <TwoLines
        first={accountName}
        second={(confirmed ? t.confirmed : t.unconfirmed) + (replaces ? `, ${t.replaces(replaces)}` : '')}
      />
    ),
  },
  { name: t.columns.entered, cell: ({ requestedAt }) => <AgeCell at={requestedAt} /> },
];

/** Accounts that hosts want their money on, and a super admin's decision about each. */
export function AccountsSection({ accounts }: { accounts: WaitingSettlementAccount[] }) {
  const [approving, setApproving] = useState<WaitingSettlementAccount | null>(null);
  const [rejecting, setRejecting] = useState<WaitingSettlementAccount | null>(null);
  const actions: Column<WaitingSettlementAccount> = {
    name: t.columns.actions,
    cell: (account) => (
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setApproving(account)} data-testid="account-approve">
          {t.approve}
        </Button>
        <Button
          size="sm"
          variant="outline"
          onClick={() => setRejecting(account)}
          data-testid="account-reject"
        >
          {t.reject}
        </Button>
      </div>
    ),
  };
  return (
    <section className="grid grid-cols-1 gap-4">
      <div>
        <h2 className="text-2xl">{t.title}</h2>
        <p className="mt-1 text-muted">{t.lead}</p>
      </div>
      <Table
        caption={t.caption}
        columns={[...columns, actions]}
        rows={accounts}
        rowKey={({ hostId }) => hostId}
        rowData={() => ({ 'data-testid': 'waiting-account' })}
        stacked
      />
      <ConfirmAction
        subject={approving}
        texts={({ accountName, hostName }) => ({
          ...t.approving,
          text: t.approving.text(accountName, hostName),
        })}
        danger={false}
        run={({ hostId, requestedAt }) => approveAccount(hostId, requestedAt)}
        onClose={() => setApproving(null)}
      />
      <ConfirmAction
        subject={rejecting}
        texts={({ accountName, hostName }) => ({
          ...t.rejecting,
          text: t.rejecting.text(accountName, hostName),
        })}
        run={({ hostId }) => rejectAccount(hostId)}
        onClose={() => setRejecting(null)}
      />
    </section>
  );
}
