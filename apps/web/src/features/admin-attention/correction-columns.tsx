import {
  differenceNoteRules,
  type OpenSettlementDifference,
  type PaymentCorrection,
  rejectCorrectionRules,
  type SetAsideWebhook,
  type WaitingSettlementAccount,
} from '@abato/contracts';
import { askReason, confirmAction } from '@/components/admin/ask';
import { GuardedButton } from '@/components/admin/guarded-button';
import { PaymentCell } from '@/components/admin/payment-column';
import { AgeCell, type Column, TwoLines } from '@/components/admin/table';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { differenceText } from '@/lib/admin/settlement-difference';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { formatCedis, formatCount } from '@/lib/format';
import { adminCorrections as t, adminWebhooks as webhookTexts } from '@/texts/en/admin-corrections';
import { adminDisputes } from '@/texts/en/admin-disputes';
import { adminForms } from '@/texts/en/admin-forms';
import { adminMoney } from '@/texts/en/admin-money';
import { adminSettlements } from '@/texts/en/admin-settlements';
import {
  approveAccount,
  closeDifference,
  confirmCorrection,
  rejectAccount,
  rejectCorrection,
  retryWebhook,
} from './api';

/** What one person has asked for or entered about money, and the decision of another. @param ownId of the signed-in person */
export const correctionColumnsFor = (ownId: string): Column<PaymentCorrection>[] => [
  {
    name: t.table.payment,
    className: 'min-w-48',
    cell: ({ contest, contestant, reference }) => (
      <PaymentCell contest={contest.title} what={contestant.name} reference={reference} />
    ),
  },
  {
    name: t.table.what,
    className: 'min-w-40',
    cell: ({ kind, reason, returned }) => (
      <div>
        <Badge tone="yellow">{t.kinds[kind]}</Badge>
        {kind === 'DISPUTE' && returned > 0 && (
          <p className="mt-1 text-red-text">{adminDisputes.table.returned(formatCedis(returned))}</p>
        )}
        <p className="mt-1">{reason}</p>
      </div>
    ),
  },
  {
    name: t.table.amount,
    figure: true,
    className: 'font-semibold whitespace-nowrap',
    cell: ({ amount }) => formatCedis(amount),
  },
  { name: t.table.votes, figure: true, cell: ({ votesBack }) => formatCount(votesBack) },
  {
    name: t.table.entered,
    cell: ({ enteredBy, enteredAt }) => (
      <TwoLines first={enteredBy.name} second={<AgeCell at={enteredAt} />} />
    ),
  },
  {
    name: t.table.actions,
    cell: (correction) => (
      <div className="flex flex-wrap gap-2">
        <GuardedButton
          size="sm"
          refusal={correction.enteredBy.id === ownId ? t.own : undefined}
          onClick={() => confirm(correction)}
          data-testid="correction-confirm"
        >
          {t.confirm}
        </GuardedButton>
        <Button
          size="sm"
          variant="outline"
          onClick={() => reject(correction)}
          data-testid="correction-reject"
        >
          {t.reject}
        </Button>
      </div>
    ),
  },
];

function confirm({ id, kind, amount, votesBack }: PaymentCorrection): void {
  confirmAction({
    ...t.confirming[kind],
    text: t.confirming[kind].text(formatCedis(amount), adminForms.votes(votesBack)),
    danger: kind !== 'KEPT',
    run: () => confirmCorrection(id),
  });
}

function reject({ id, amount, reference }: PaymentCorrection): void {
  askReason({
    ...t.rejecting,
    text: t.rejecting.text(formatCedis(amount), reference),
    rules: rejectCorrectionRules,
    run: (reason) => rejectCorrection(id, reason),
    testId: 'correction-reject',
  });
}

const accountTexts = adminMoney.approval;

/** Accounts that hosts want their money on, and a super admin's decision about each. */
export const accountColumns: Column<WaitingSettlementAccount>[] = [
  {
    name: accountTexts.columns.host,
    className: 'min-w-40',
    cell: ({ hostName, organiser }) => <TwoLines first={hostName} second={organiser} />,
  },
  {
    name: accountTexts.columns.account,
    className: 'min-w-36',
    cell: ({ bankName, accountNumber }) => <TwoLines first={bankName} second={accountNumber} />,
  },
  {
    name: accountTexts.columns.name,
    className: 'min-w-44',
    cell: ({ accountName, confirmed, replaces }) => (
      <TwoLines
        first={accountName}
        second={
          (confirmed ? accountTexts.confirmed : accountTexts.unconfirmed) +
          (replaces ? `, ${accountTexts.replaces(replaces)}` : '')
        }
      />
    ),
  },
  { name: accountTexts.columns.entered, cell: ({ requestedAt }) => <AgeCell at={requestedAt} /> },
  {
    name: accountTexts.columns.actions,
    cell: (account) => (
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => approve(account)} data-testid="account-approve">
          {accountTexts.approve}
        </Button>
        <Button size="sm" variant="outline" onClick={() => refuse(account)} data-testid="account-reject">
          {accountTexts.reject}
        </Button>
      </div>
    ),
  },
];

function approve({ hostId, requestedAt, accountName, hostName }: WaitingSettlementAccount): void {
  confirmAction({
    ...accountTexts.approving,
    text: accountTexts.approving.text(accountName, hostName),
    danger: false,
    run: () => approveAccount(hostId, requestedAt),
  });
}

function refuse({ hostId, accountName, hostName }: WaitingSettlementAccount): void {
  confirmAction({
    ...accountTexts.rejecting,
    text: accountTexts.rejecting.text(accountName, hostName),
    run: () => rejectAccount(hostId),
  });
}

const differenceTexts = adminSettlements.unexplained;

/** Payouts of all hosts that do not agree with the payments. */
export const differenceColumns: Column<OpenSettlementDifference>[] = [
  {
    name: differenceTexts.columns.host,
    className: 'min-w-32',
    cell: ({ host }) => host ?? differenceTexts.platform,
  },
  { name: differenceTexts.columns.what, className: 'min-w-48 wrap-anywhere', cell: differenceText },
  { name: differenceTexts.columns.since, cell: ({ since }) => <AgeCell at={since} /> },
  {
    name: differenceTexts.columns.actions,
    cell: (difference) => (
      <Button size="sm" variant="outline" onClick={() => close(difference)} data-testid="difference-close">
        {differenceTexts.closing.open}
      </Button>
    ),
  },
];

function close(shown: OpenSettlementDifference): void {
  askReason({
    ...differenceTexts.closing,
    text: differenceText(shown),
    rules: differenceNoteRules,
    run: (note) => closeDifference(shown.id, note, shown.difference),
    testId: 'difference-close',
  });
}

/** The provider's messages that failed so often that they are no longer tried. */
export const webhookColumns: Column<SetAsideWebhook>[] = [
  {
    name: webhookTexts.table.event,
    className: 'min-w-40',
    cell: ({ event, reference }) => (
      <div className="min-w-0">
        <p className="font-semibold">{event ?? webhookTexts.unknown}</p>
        {reference && <p className="mt-0.5 font-mono text-xs break-all">{reference}</p>}
      </div>
    ),
  },
  {
    name: webhookTexts.table.error,
    className: 'min-w-48 break-words',
    cell: ({ error }) => error ?? webhookTexts.unknown,
  },
  { name: webhookTexts.table.tries, figure: true, cell: ({ attempts }) => formatCount(attempts) },
  { name: webhookTexts.table.since, cell: ({ setAsideAt }) => <AgeCell at={setAsideAt} /> },
  { name: webhookTexts.table.actions, cell: ({ id }) => <Retry id={id} /> },
];

function Retry({ id }: { id: number }) {
  const retry = useAdminAction({ run: () => retryWebhook(id), success: webhookTexts.done });
  return (
    <Button
      size="sm"
      variant="outline"
      busy={retry.isPending}
      onClick={() => retry.mutate()}
      data-testid="webhook-retry"
    >
      {webhookTexts.retry}
    </Button>
  );
}
