import type { VoteRecordView } from '@abato/contracts';
import { useState } from 'react';
import { DateCell } from '@/components/admin/date-cell';
import { Table, type Column } from '@/components/admin/table';
import { Button } from '@/components/button';
import { voteColumns } from './vote-columns';
import { StatusBadge } from '@/components/badge';
import { adminVotes } from '@/texts/en/admin-figures';
import { UndoVoteDialog } from './undo-vote-dialog';

const t = adminVotes.table;

const dateColumn: Column<VoteRecordView> = {
  name: t.date,
  cell: ({ createdAt }) => <DateCell at={createdAt} />,
};

export function VoteTable({ title, votes }: { title: string; votes: VoteRecordView[] }) {
  const [undoing, setUndoing] = useState<VoteRecordView | null>(null);
  const statusColumn: Column<VoteRecordView> = {
    name: t.status,
    cell: (vote) => (
      <div className="grid justify-items-start gap-1.5">
        <StatusBadge status={vote.status} />
        {vote.undoable && (
          <Button size="sm" variant="outline" onClick={() => setUndoing(vote)} data-testid="undo-vote">
            {adminVotes.undo.name}
          </Button>
        )}
      </div>
    ),
  };
  return (
    <>
      <Table
        caption={t.caption(title)}
        columns={[...voteColumns<VoteRecordView>(t), statusColumn, dateColumn]}
        rows={votes}
        rowKey={({ id }) => id}
        rowData={() => ({ 'data-testid': 'vote-row' })}
        stacked
      />
      {undoing && <UndoVoteDialog vote={undoing} onClose={() => setUndoing(null)} />}
    </>
  );
}
