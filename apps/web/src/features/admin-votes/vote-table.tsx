import type { VoteRecordView } from '@abato/contracts';
import { DateCell } from '@/components/admin/date-cell';
import { Table, type Column } from '@/components/admin/table';
import { voteColumns } from './vote-columns';
import { StatusBadge } from '@/components/badge';
import { adminVotes } from '@/texts/en/admin-figures';

const t = adminVotes.table;

const columns: Column<VoteRecordView>[] = [
  ...voteColumns<VoteRecordView>(t),
  { name: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { name: t.date, cell: ({ createdAt }) => <DateCell at={createdAt} /> },
];

export function VoteTable({ title, votes }: { title: string; votes: VoteRecordView[] }) {
  return (
    <Table
      caption={t.caption(title)}
      columns={columns}
      rows={votes}
      rowKey={({ id }) => id}
      rowData={() => ({ 'data-testid': 'vote-row' })}
      stacked
    />
  );
}
