import { DEFAULT_PAGE_SIZES, type ContestView, type QuarantineView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { confirmAction } from '@/components/admin/ask';
import { GuardedButton } from '@/components/admin/guarded-button';
import { List } from '@/components/admin/loaded';
import { DateCell, Table, TwoLines, type Column } from '@/components/admin/table';
import { Badge, type BadgeTone } from '@/components/badge';
import { pageOfContest } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCount } from '@/lib/format';
import { adminQuarantine as t } from '@/texts/en/admin-quarantine';
import { decideQuarantine } from './api';

const tones: Record<QuarantineView['state'], BadgeTone> = {
  WAITING: 'yellow',
  APPLIED: 'red',
  REJECTED: 'gray',
  UNDONE: 'green',
};

type Decision = 'confirm' | 'reject' | 'undo';

/** Quarantines of a contest, with what can be done about each. */
export function QuarantineList({
  contest,
  page,
  onPage,
}: {
  contest: ContestView;
  page: number;
  onPage: (page: number) => void;
}) {
  const query = useQuery(
    pageOfContest<QuarantineView>('quarantines', '/contests/{id}/quarantine', contest.id, {
      page,
      pageSize: DEFAULT_PAGE_SIZES.adminContests,
    }),
  );
  return (
    <section aria-labelledby="quarantines">
      <h2 id="quarantines" className="mb-3 text-xl">
        {t.list.title}
      </h2>
      <List
        query={query}
        empty={{ icon: ShieldCheck, title: t.list.empty, text: t.list.emptyHint }}
        onPage={onPage}
      >
        {(rows) => (
          <Table
            caption={t.list.caption(contest.title)}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowData={() => ({ 'data-testid': 'quarantine-row' })}
          />
        )}
      </List>
    </section>
  );
}

function ask({ contestId, id, votes, reason }: QuarantineView, decision: Decision): void {
  const texts = { confirm: t.confirming, reject: t.rejecting, undo: t.undoing }[decision];
  confirmAction({
    ...texts,
    text: texts.text(votes, reason),
    danger: decision === 'confirm',
    run: () => decideQuarantine(contestId, id, decision),
  });
}

const columns: Column<QuarantineView>[] = [
  {
    name: t.list.when,
    cell: ({ askedBy, askedAt }) => <TwoLines first={askedBy.name} second={<DateCell at={askedAt} />} />,
  },
  { name: t.list.votes, figure: true, cell: ({ votes }) => formatCount(votes) },
  { name: t.list.reason, className: 'min-w-44 wrap-anywhere', cell: ({ reason }) => reason },
  {
    name: t.list.state,
    cell: ({ state, decidedBy }) => (
      <div className="grid gap-1">
        <Badge tone={tones[state]}>{t.states[state]}</Badge>
        {decidedBy && <p className="text-muted">{decidedBy.name}</p>}
      </div>
    ),
  },
  { name: t.list.actions, cell: (quarantine) => <Actions quarantine={quarantine} /> },
];

function Actions({ quarantine }: { quarantine: QuarantineView }) {
  const { id, superAdmin } = useAdmin();
  const { state, askedBy, undoable } = quarantine;
  const action = (decision: Decision, refusal?: string) => (
    <GuardedButton
      size="sm"
      variant={decision === 'confirm' ? 'gold' : 'outline'}
      refusal={refusal}
      onClick={() => ask(quarantine, decision)}
      data-testid={`quarantine-${decision}`}
    >
      {t[decision]}
    </GuardedButton>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'WAITING' && superAdmin && action('confirm', askedBy.id === id ? t.own : undefined)}
      {state === 'WAITING' && action('reject')}
      {undoable && action('undo')}
    </div>
  );
}
