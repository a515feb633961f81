import {
  CASH_ENTRY_STATES,
  DEFAULT_PAGE_SIZES,
  rejectCashEntryRules,
  type CashEntryView,
} from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { AdminHead, BackLink } from '@/components/admin/admin-head';
import { askReason, confirmAction } from '@/components/admin/ask';
import { GuardedButton } from '@/components/admin/guarded-button';
import { List } from '@/components/admin/loaded';
import { DateCell, Table, TwoLines, type Column } from '@/components/admin/table';
import { Filters } from '@/components/admin/toolbar';
import { Badge, type BadgeTone } from '@/components/badge';
import { Button } from '@/components/button';
import { optionsOf, SelectField } from '@/components/field';
import { adminKeys } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { queryString, readsPage } from '@/lib/api';
import { formatCedis, formatCount } from '@/lib/format';
import { adminCash as t } from '@/texts/en/admin-cash';
import { adminForms } from '@/texts/en/admin-forms';
import { confirmCashEntry, rejectCashEntry } from './api';

/** Cash above what one person may enter alone, and the second person's decision. */
export function CashPage() {
  const { superAdmin } = useAdmin();
  const [state, setState] = useState<CashEntryView['state']>('WAITING');
  const [page, setPage] = useState(1);
  const path = superAdmin ? '/votes/manual/admin/all' : '/votes/manual';
  const query = queryString({ page, pageSize: DEFAULT_PAGE_SIZES.adminContests, state });
  const entries = useQuery(
    readsPage<CashEntryView>([...adminKeys.all, 'cash', superAdmin, state, page], `${path}${query}`),
  );
  return (
    <>
      <BackLink to="/admin/votes">{t.back}</BackLink>
      <AdminHead title={t.title} subtitle={t.subtitle} />
      <div className="grid grid-cols-1 gap-6">
        <Filters>
          <SelectField
            label={t.filter}
            value={state}
            options={optionsOf(CASH_ENTRY_STATES, t.states)}
            onChange={({ target }) => {
              setPage(1);
              setState(CASH_ENTRY_STATES.find((one) => one === target.value) ?? 'WAITING');
            }}
            data-testid="cash-state"
          />
        </Filters>
        <List
          query={entries}
          empty={{ icon: HandCoins, title: t.empty[state], text: t.emptyHint }}
          onPage={setPage}
        >
          {(rows) => (
            <Table
              caption={t.table.caption}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              rowData={() => ({ 'data-testid': 'cash-row' })}
            />
          )}
        </List>
      </div>
    </>
  );
}

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
  { name: t.table.actions, cell: (entry) => entry.state === 'WAITING' && <Actions entry={entry} /> },
];

/** Those that wait can be confirmed by a super admin who did not enter them. */
function Actions({ entry }: { entry: CashEntryView }) {
  const { id, superAdmin } = useAdmin();
  const isOwn = entry.enteredBy.id === id;
  return (
    <div className="flex flex-wrap gap-2">
      {superAdmin && (
        <GuardedButton
          size="sm"
          variant="gold"
          refusal={isOwn ? t.own : undefined}
          onClick={() => confirm(entry)}
          data-testid="cash-confirm"
        >
          {t.confirm}
        </GuardedButton>
      )}
      <Button size="sm" variant="outline" onClick={() => reject(entry)} data-testid="cash-reject">
        {isOwn ? t.withdraw : t.reject}
      </Button>
    </div>
  );
}

function confirm({ id, amount, voteCount, contestant }: CashEntryView): void {
  const votes = adminForms.votes(voteCount);
  confirmAction({
    ...t.confirming,
    text:
      amount > 0
        ? t.confirming.text(formatCedis(amount), votes, contestant.name)
        : t.confirming.free(votes, contestant.name),
    danger: false,
    run: () => confirmCashEntry(id),
  });
}

function reject({ id, amount, voteCount }: CashEntryView): void {
  askReason({
    ...t.rejecting,
    text: t.rejecting.text(amount > 0 ? formatCedis(amount) : adminForms.votes(voteCount)),
    rules: rejectCashEntryRules,
    run: (reason) => rejectCashEntry(id, reason),
    testId: 'cash-reject',
  });
}
