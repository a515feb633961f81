import { VOTE_SOURCES, type ContestView } from '@abato/contracts';
import { HandCoins, SearchX, Vote } from 'lucide-react';
import { useState } from 'react';
import { BookFilters, FoundCount } from '@/components/admin/books/book-filters';
import { ExportButtons } from '@/components/admin/export-button';
import { List } from '@/components/admin/list';
import { Toolbar } from '@/components/admin/toolbar';
import { Button, ButtonLink } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { optionsOf, SelectField } from '@/components/field';
import { LiveIndicator } from '@/components/live-indicator';
import type { recordsOf } from '@/lib/admin/export';
import { useAdmin } from '@/lib/admin/use-admin';
import { useBook } from '@/lib/admin/use-book';
import type { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { adminCash } from '@/texts/en/admin-cash';
import { adminVotes as t } from '@/texts/en/admin-figures';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHistory } from '@/texts/en/admin-history';
import { HeldLink } from './held-link';
import { ManualVoteForm } from './manual-vote-form';
import { VoteTable } from './vote-table';

/** The votes of a contest, searched and filtered, and what the organiser does with them. */
export function VoteBook({
  contest,
  filters,
  page,
  choose,
  records,
}: {
  contest: ContestView;
  filters: Record<'status' | 'source' | 'day', string>;
  page: number;
  choose: ReturnType<typeof useChosenContest>['choose'];
  /** For the size of the export. */
  records: ReturnType<typeof recordsOf>;
}) {
  const { id } = useAdmin();
  const [entering, setEntering] = useState(false);
  const { rows: votes, searched, isFiltered, bar } = useBook('votes', contest.id, filters, page, choose);
  const own = contest.userId === id;
  return (
    <>
      <section aria-label={t.table.caption(contest.title)} className="grid grid-cols-1 gap-4">
        <BookFilters {...bar}>
          <SelectField
            label={adminHistory.source}
            value={filters.source}
            blank={adminHistory.allSources}
            options={optionsOf(VOTE_SOURCES, adminHistory.sources)}
            onChange={(event) => choose('source', event.target.value)}
            data-testid="source-filter"
          />
        </BookFilters>
        <Toolbar
          actions={
            <>
              {own && (contest.status === 'ACTIVE' || contest.status === 'PAUSED') && (
                <Button
                  variant="outline"
                  size="sm"
                  icon={<HandCoins aria-hidden className="size-4" />}
                  onClick={() => setEntering(true)}
                  data-testid="manual-vote"
                >
                  {t.manual.open}
                </Button>
              )}
              <HeldLink contestId={contest.id} />
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
              <ExportButtons contestId={contest.id} kind="votes" records={records} />
            </>
          }
        >
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
            <LiveIndicator updatedAt={votes.dataUpdatedAt} className="text-ink" />
            {!searched && votes.data && <span>{t.count(votes.data.pagination.total)}</span>}
            <FoundCount query={votes} searched={searched} />
          </p>
        </Toolbar>
        <List
          query={votes}
          empty={
            searched
              ? { icon: SearchX, title: adminForms.noMatch, text: adminHistory.searchNote }
              : {
                  icon: Vote,
                  title: isFiltered ? t.emptyFiltered : t.empty,
                  text: isFiltered ? t.emptyFilteredHint : t.emptyHint,
                }
          }
          onPage={(next) => choose('page', String(next))}
        >
          {(rows) => <VoteTable title={contest.title} votes={rows} />}
        </List>
      </section>
      <Dialog
        open={entering}
        onOpenChange={setEntering}
        title={t.manual.title}
        description={t.manual.lead}
        wide
      >
        <ManualVoteForm contest={contest} onClose={() => setEntering(false)} />
      </Dialog>
    </>
  );
}
