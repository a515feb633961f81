import { undoVoteRules, type VoteRecordView } from '@abato/contracts';
import { askReason } from '@/components/admin/ask';
import { BookTable, dateColumn, OneLine, type BookColumn } from '@/components/admin/books/book-table';
import { HistoryDialog, Moment, type Fact } from '@/components/admin/books/history-dialog';
import { VoterCell } from '@/components/admin/voter-cell';
import { OutcomeBadge } from '@/components/outcome-badge';
import { Button } from '@/components/button';
import { formatCount } from '@/lib/format';
import { adminVotes } from '@/texts/en/admin-figures';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHistory } from '@/texts/en/admin-history';
import { undoManualVote } from './api';

const t = adminVotes.table;

const contactOf = ({ voterEmail, voterPhone }: VoteRecordView) => voterEmail ?? voterPhone;

const columns: BookColumn<VoteRecordView>[] = [
  {
    name: t.voter,
    width: '29%',
    card: '@max-[54rem]:order-1',
    opens: true,
    cell: (vote) => <OneLine first={vote.voterName ?? adminForms.notAvailable} second={contactOf(vote)} />,
  },
  {
    name: t.contestant,
    width: '29%',
    card: '@max-[54rem]:order-3',
    cell: ({ contestant, category }) => <OneLine first={contestant.name} second={category.name} />,
  },
  {
    name: t.votes,
    width: '10%',
    figure: true,
    card: '@max-[54rem]:order-2',
    cell: ({ voteCount }) => formatCount(voteCount),
  },
  {
    name: t.status,
    width: '13%',
    card: '@max-[54rem]:order-4 @max-[54rem]:justify-self-end',
    cell: ({ status }) => <OutcomeBadge status={status} />,
  },
  dateColumn(t.date, '19%', '@max-[54rem]:order-5'),
];

function factsOf(vote: VoteRecordView): Fact[] {
  const f = adminHistory.facts;
  const { id, voterName, contestant, category, voteCount, status, createdAt } = vote;
  return [
    [f.voter, <VoterCell key="voter" kind="votes" id={id} name={voterName} contact={contactOf(vote)} />],
    [f.contestant, `${contestant.name} · ${category.name}`],
    [f.votes, <strong key="votes">{formatCount(voteCount)}</strong>],
    [f.status, <OutcomeBadge key="status" status={status} />],
    [f.date, <Moment key="date" at={createdAt} />],
  ];
}

/** Votes that were entered by hand by mistake, in a free contest; what is taken back is said before. */
function undo({ id, voteCount, contestant }: VoteRecordView): void {
  askReason({
    ...adminVotes.undo,
    text: adminVotes.undo.text(voteCount, contestant.name),
    rules: undoVoteRules,
    run: (reason) => undoManualVote(id, reason),
    testId: 'undo-vote',
  });
}

export function VoteTable({ title, votes }: { title: string; votes: VoteRecordView[] }) {
  return (
    <BookTable
      caption={t.caption(title)}
      columns={columns}
      rows={votes}
      rowData={() => ({ 'data-testid': 'vote-row' })}
      nameOf={(vote) => `${vote.voterName ?? adminForms.notAvailable} · ${contactOf(vote)}`}
      details={(shown, onClose) => (
        <HistoryDialog
          kind="votes"
          id={shown.id}
          facts={factsOf(shown)}
          onClose={onClose}
          actions={
            shown.undoable && (
              <Button
                variant="outline"
                size="sm"
                onClick={() => {
                  onClose();
                  undo(shown);
                }}
                data-testid="undo-vote"
              >
                {adminVotes.undo.name}
              </Button>
            )
          }
        />
      )}
    />
  );
}
