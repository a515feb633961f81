import type { CashEntryView } from '@abato/contracts';
import { DateCell } from '@/components/admin/date-cell';
import { GuardedButton } from '@/components/admin/guarded-button';
import { Table, TwoLines, type Column } from '@/components/admin/table';
import { Badge, type BadgeTone } from '@/components/badge';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCedis, formatCount } from '@/lib/format';
import { adminCash as t } from '@/texts/en/admin-cash';

const tones: Record<CashEntryView['state'], BadgeTone> = {
  WAITING: 'yellow',
  CONFIRMED: 'green',
  REJECTED: 'red',
};

const columns: Column<CashEntryView>[] = [
  {
    name: t.table.contestant,
    className: 'min-w-44',
    cell: ({ contestant, contest }) => <TwoLines first={contestant.name} second={contest.title} />,
  },
  { name: t.table.votes, figure: true, cell: ({ voteCount }) => formatCount(voteCount) },
  {
    name: t.table.amount,
    figure: true,
    className: 'font-semibold',
    cell: ({ amount }) => formatCedis(amount),
  },
  { name: t.table.reason, className: 'min-w-44', cell: ({ reason }) => reason },
  {
    name: t.table.entered,
    cell: ({ enteredBy, enteredAt }) => (
      <TwoLines first={enteredBy.name} second={<DateCell at={enteredAt} />} />
    ),
  },
  {
    name: t.table.state,
    className: 'min-w-36',
    cell: ({ state, decidedBy, decisionReason }) => (
      <div className="grid gap-1">
        <Badge tone={tones[state]}>{t.states[state]}</Badge>
        {decidedBy && <p className="text-muted">{decidedBy.name}</p>}
        {decisionReason && <p className="text-muted">{decisionReason}</p>}
      </div>
    ),
  },
];

/** Entries of cash; those that wait can be confirmed by a super admin who did not enter them. */
export function CashTable({
  entries,
  onConfirm,
  onReject,
}: {
  entries: CashEntryView[];
  onConfirm: (entry: CashEntryView) => void;
  onReject: (entry: CashEntryView) => void;
}) {
  const { id, superAdmin } = useAdmin();
  const actions: Column<CashEntryView> = {
    name: t.table.actions,
    cell: (entry) =>
      entry.state === 'WAITING' && (
        <div className="flex flex-wrap gap-2">
          {superAdmin && (
            <GuardedButton
              size="sm"
              variant="gold"
              refusal={entry.enteredBy.id === id ? t.own : undefined}
              onClick={() => onConfirm(entry)}
              data-testid="cash-confirm"
            >
              {t.confirm}
            </GuardedButton>
          )}
          <GuardedButton
            size="sm"
            variant="outline"
            refusal={undefined}
            onClick={() => onReject(entry)}
            data-testid="cash-reject"
          >
            {entry.enteredBy.id === id ? t.withdraw : t.reject}
          </GuardedButton>
        </div>
      ),
  };
  return (
    <Table
      caption={t.table.caption}
      columns={[...columns, actions]}
      rows={entries}
      rowKey={({ id: key }) => key}
      rowData={() => ({ 'data-testid': 'cash-row' })}
      stacked
    />
  );
}
