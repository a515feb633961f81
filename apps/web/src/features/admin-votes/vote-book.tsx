import { VOTE_SOURCES, type ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { HandCoins, ShieldQuestion, Vote } from 'lucide-react';
import { showForm } from '@/components/admin/ask';
import { Book } from '@/components/admin/books/book';
import { Button, ButtonLink } from '@/components/button';
import { optionsOf } from '@/components/field';
import type { recordsOf } from '@/lib/admin/books';
import { useAdmin } from '@/lib/admin/use-admin';
import type { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { adminCash } from '@/texts/en/admin-cash';
import { adminVotes as t } from '@/texts/en/admin-figures';
import { adminHeld } from '@/texts/en/admin-held';
import { adminHistory } from '@/texts/en/admin-history';
import { ManualVoteForm } from './manual-vote-form';
import { voteIntakeQuery } from './vote-cards';
import { VoteTable } from './vote-table';

/** The votes of a contest, searched and filtered, and what the organiser does with them. */
export function VoteBook({
  contest,
  records,
  ...shown
}: {
  contest: ContestView;
  filters: Record<'status' | 'source' | 'day', string>;
  page: number;
  choose: ReturnType<typeof useChosenContest>['choose'];
  /** For the size of the export. */
  records: ReturnType<typeof recordsOf>;
}) {
  const { id } = useAdmin();
  const intake = useQuery(voteIntakeQuery(contest.id));
  const canEnter = contest.userId === id && (contest.status === 'ACTIVE' || contest.status === 'PAUSED');
  const enter = () =>
    showForm({ title: t.manual.title, description: t.manual.lead, wide: true }, (close) => (
      <ManualVoteForm contest={contest} onClose={close} />
    ));
  return (
    <Book
      kind="votes"
      contest={contest}
      {...shown}
      selects={[
        [
          'source',
          adminHistory.source,
          adminHistory.allSources,
          optionsOf(VOTE_SOURCES, adminHistory.sources),
        ],
      ]}
      actions={
        <>
          {canEnter && (
            <Button
              variant="outline"
              size="sm"
              icon={<HandCoins aria-hidden className="size-4" />}
              onClick={enter}
              data-testid="manual-vote"
            >
              {t.manual.open}
            </Button>
          )}
          <ButtonLink
            variant="outline"
            size="sm"
            to={`/admin/votes/held?contest=${encodeURIComponent(contest.id)}`}
            icon={<ShieldQuestion aria-hidden className="size-4" />}
            data-testid="held-link"
          >
            {adminHeld.open(intake.data?.held.transactions ?? 0)}
          </ButtonLink>
          {contest.votePrice > 0 && (
            <ButtonLink
              variant="outline"
              size="sm"
              to="/admin/votes/cash"
              icon={<HandCoins aria-hidden className="size-4" />}
              data-testid="cash-link"
            >
              {adminCash.open}
            </ButtonLink>
          )}
        </>
      }
      records={records}
      icon={Vote}
      texts={t}
    >
      {(rows) => <VoteTable title={contest.title} votes={rows} />}
    </Book>
  );
}
