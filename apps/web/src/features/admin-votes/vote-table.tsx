import type { VoteRecordView } from '@abato/contracts';
import { DateCell } from '@/components/admin/date-cell';
import { VoterCell } from '@/components/admin/voter-cell';
import { StatusBadge } from '@/components/badge';
import { Table, Tr } from '@/components/admin/table';
import { Td, Th } from '@/components/cells';
import { formatCount } from '@/lib/format';
import { adminVotes } from '@/texts/en/admin-figures';

export function VoteTable({ title, votes }: { title: string; votes: VoteRecordView[] }) {
  const t = adminVotes.table;
  return (
    <Table caption={t.caption(title)} stacked>
      <thead>
        <tr>
          <Th>{t.voter}</Th>
          <Th>{t.contestant}</Th>
          <Th className="text-right">{t.votes}</Th>
          <Th>{t.status}</Th>
          <Th>{t.date}</Th>
        </tr>
      </thead>
      <tbody>
        {votes.map((vote) => (
          <Tr key={vote.id} data-testid="vote-row">
            <Td label={t.voter} className="min-w-44">
              <VoterCell
                kind="votes"
                id={vote.id}
                name={vote.voterName}
                contact={vote.voterEmail ?? vote.voterPhone}
              />
            </Td>
            <Td label={t.contestant} className="min-w-40">
              <div>
                <p className="font-semibold">{vote.contestant.name}</p>
                <p className="text-muted">{vote.category.name}</p>
              </div>
            </Td>
            <Td label={t.votes} className="text-right font-semibold tabular-nums">
              {formatCount(vote.voteCount)}
            </Td>
            <Td label={t.status}>
              <StatusBadge status={vote.status} />
            </Td>
            <Td label={t.date}>
              <DateCell at={vote.createdAt} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
