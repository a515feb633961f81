import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { EmptyState } from '@/components/empty-state';
import { FailedQuery } from '@/components/error-box';
import { Pagination } from '@/components/pagination';
import { common } from '@/texts/en/common';
import { contestsTexts as t } from '@/texts/en/contests';
import { publicContestsQuery, type PublicContestFilters } from './api';
import { ContestCards } from './contest-card';

/**
 * The public contests with their three states.
 * @param onPage absent: only the first page, as on the home page
 */
export function ContestGrid({
  page = 1,
  onPage,
  filters,
  headingLevel,
  limit,
}: {
  page?: number;
  filters?: PublicContestFilters;
  onPage?: (page: number) => void;
  headingLevel: 'h2' | 'h3';
  limit?: number;
}) {
  const query = useQuery(publicContestsQuery(page, filters));
  if (query.isPending) return <GridSkeleton />;
  // What is shown stays when reading it again fails.
  if (!query.data) return <FailedQuery query={query} />;
  const contests = query.data.data.slice(0, limit);
  if (contests.length === 0) {
    const [title, text] =
      filters?.search || filters?.status ? [t.noMatch, t.noMatchHint] : [t.empty, t.emptyHint];
    return <EmptyState title={title} text={text} icon={CalendarClock} />;
  }
  return (
    <>
      <ContestCards contests={contests} headingLevel={headingLevel} />
      {onPage && <Pagination pagination={query.data.pagination} onPage={onPage} />}
    </>
  );
}

function GridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{common.loading}</span>
      <div aria-hidden className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-7">
        {[0, 1, 2].map((index) => (
          <div key={index} className="overflow-hidden rounded-lg border border-line bg-surface">
            <div className="skeleton aspect-video rounded-none!" />
            <div className="space-y-3 p-5">
              <div className="skeleton h-5 w-1/2" />
              <div className="skeleton h-7 w-4/5" />
              <div className="skeleton h-12" />
              <div className="skeleton h-9" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
