import { DEFAULT_PAGE_SIZES, type ContestView, type VotedElector } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { List } from '@/components/admin/list';
import { Card } from '@/components/card';
import { Notice } from '@/components/notice';
import { pageOfContest } from '@/lib/admin/api';
import { adminElectorate as t } from '@/texts/en/admin-electorate';

/** No screen names a voter beside a choice then. */
export const ballotsAreSecret = ({ verification, votePrice }: ContestView): boolean =>
  verification === 'ELECTORATE' && votePrice === 0;

/** In place of the votes of an election: who voted, once that tells nothing about for whom. */
export function VotedElectors({
  contest,
  page,
  onPage,
}: {
  contest: ContestView;
  page: number;
  onPage: (page: number) => void;
}) {
  const hasEnded = contest.status === 'ENDED';
  const voted = useQuery({
    ...pageOfContest<VotedElector>('voted', '/contests/{id}/electorate/voted', contest.id, {
      page,
      pageSize: DEFAULT_PAGE_SIZES.electors,
    }),
    enabled: hasEnded,
  });
  return (
    <section aria-label={t.votedTitle} className="grid grid-cols-1 gap-4" data-testid="secret-ballots">
      <Notice tone="info" title={t.secret}>
        {t.secretHint}
      </Notice>
      {hasEnded ? (
        <Card className="p-5 sm:p-6">
          <h2 className="mb-4 text-xl">{t.votedTitle}</h2>
          <List
            query={voted}
            empty={{ icon: UserCheck, title: t.noVoters, text: t.noVotersHint }}
            onPage={onPage}
          >
            {(rows) => (
              <ul className="grid grid-cols-1 gap-x-6 gap-y-1 tabular-nums sm:grid-cols-2 lg:grid-cols-3">
                {rows.map(({ phone }, nr) => (
                  <li key={nr}>{phone ?? t.byCode}</li>
                ))}
              </ul>
            )}
          </List>
        </Card>
      ) : (
        <p className="max-w-text text-sm text-muted">{t.votedLater}</p>
      )}
    </section>
  );
}
