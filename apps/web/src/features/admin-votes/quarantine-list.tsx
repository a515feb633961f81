import type { ContestView, QuarantineView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { DateCell } from '@/components/admin/date-cell';
import { GuardedButton } from '@/components/admin/guarded-button';
import { List } from '@/components/admin/list';
import { Table, TwoLines, type Column } from '@/components/admin/table';
import { Badge, type BadgeTone } from '@/components/badge';
import { useAdmin } from '@/lib/admin/use-admin';
import { formatCount } from '@/lib/format';
import { adminQuarantine as t } from '@/texts/en/admin-quarantine';
import { decideQuarantine, quarantinesQuery } from './api';

const tones: Record<QuarantineView['state'], BadgeTone> = {
  WAITING: 'yellow',
  APPLIED: 'red',
  REJECTED: 'gray',
  UNDONE: 'green',
};

type Asked = { what: 'confirm' | 'reject' | 'undo'; quarantine: QuarantineView };

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
  const query = useQuery(quarantinesQuery(contest.id, page));
  const [asked, setAsked] = useState<Asked | null>(null);
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
        {(rows) => <Quarantines title={contest.title} rows={rows} onAsk={setAsked} />}
      </List>
      <ConfirmAction
        subject={asked}
        texts={textsOf}
        danger={asked?.what === 'confirm'}
        run={({ what, quarantine }) => decideQuarantine(quarantine, what)}
        onClose={() => setAsked(null)}
      />
    </section>
  );
}

function textsOf({ what, quarantine: { votes, reason } }: Asked) {
  if (what === 'confirm') return { ...t.confirming, text: t.confirming.text(votes, reason) };
  const texts = what === 'undo' ? t.undoing : t.rejecting;
  return { ...texts, text: texts.text(votes) };
}

function Quarantines({
  title,
  rows,
  onAsk,
}: {
  title: string;
  rows: QuarantineView[];
  onAsk: (asked: Asked) => void;
}) {
  const { id, superAdmin } = useAdmin();
  const action = (what: Asked['what'], text: string, quarantine: QuarantineView, refusal?: string) => (
    <GuardedButton
      size="sm"
      variant={what === 'confirm' ? 'gold' : 'outline'}
      refusal={refusal}
      onClick={() => onAsk({ what, quarantine })}
      data-testid={`quarantine-${what}`}
    >
      {text}
    </GuardedButton>
  );
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
    {
      name: t.list.actions,
      cell: (one) => (
        <div className="flex flex-wrap gap-2">
          {one.state === 'WAITING' &&
            superAdmin &&
            action('confirm', t.confirm, one, one.askedBy.id === id ? t.own : undefined)}
          {one.state === 'WAITING' && action('reject', t.reject, one)}
          {one.undoable && action('undo', t.undo, one)}
        </div>
      ),
    },
  ];
  return (
    <Table
      caption={t.list.caption(title)}
      columns={columns}
      rows={rows}
      rowKey={(one) => one.id}
      rowData={() => ({ 'data-testid': 'quarantine-row' })}
      stacked
    />
  );
}
