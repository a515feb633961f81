import type { WaitingSettlementAccount } from '@abato/contracts';
import { confirmAction } from '@/components/admin/ask';
import { AgeCell, TwoLines, type Column } from '@/components/admin/table';
import { Button } from '@/components/button';
import { adminMoney } from '@/texts/en/admin-money';
import { approveAccount, rejectAccount } from './api';

const t = adminMoney.approval;

/** Accounts that hosts want their money on, and a super admin's decision about each. */
export const accountColumns: Column<WaitingSettlementAccount>[] = [
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
  {
    name: t.columns.actions,
    cell: (account) => (
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => approve(account)} data-testid="account-approve">
          {t.approve}
        </Button>
        <Button size="sm" variant="outline" onClick={() => reject(account)} data-testid="account-reject">
          {t.reject}
        </Button>
      </div>
    ),
  },
];

function approve({ hostId, requestedAt, accountName, hostName }: WaitingSettlementAccount): void {
  confirmAction({
    ...t.approving,
    text: t.approving.text(accountName, hostName),
    danger: false,
    run: () => approveAccount(hostId, requestedAt),
  });
}

function reject({ hostId, accountName, hostName }: WaitingSettlementAccount): void {
  confirmAction({
    ...t.rejecting,
    text: t.rejecting.text(accountName, hostName),
    run: () => rejectAccount(hostId),
  });
}
