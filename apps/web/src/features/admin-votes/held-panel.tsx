import type { ContestView, HeldVoteView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/admin/loaded';
import { Card } from '@/components/card';
import { Link } from '@/components/link';
import { pageOfContest } from '@/lib/admin/api';
import { adminHeld as t } from '@/texts/en/admin-held';
import { HeldDecisions } from './held-decisions';

/** Standings and controls stay within reach; the page of held votes has all of them. */
const SHOWN = 3;

/**
 * Votes that wait for the organiser, with their reasons, to be decided without leaving the console.
 * @param waiting how many there are now; the rows are read again when some are missing, and stay while they are chosen from
 */
export function HeldPanel({ contest, waiting }: { contest: ContestView; waiting: number }) {
  const query = useQuery(
    pageOfContest<HeldVoteView>('newest-held', '/votes/contest/{id}/held', contest.id, {
      page: 1,
      pageSize: Math.min(SHOWN, waiting),
      state: 'HELD',
    }),
  );
  return (
    <Card className="p-5" data-testid="held-panel">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{t.title}</h2>
        <Link
          to={`/admin/votes/held?contest=${contest.id}`}
          className="text-sm font-semibold underline underline-offset-4"
        >
          {waiting > SHOWN ? t.panel.all(waiting) : t.panel.open}
        </Link>
      </div>
      <Loaded query={query}>
        {({ data }) => (
          <HeldDecisions contest={contest} votes={data} total={waiting} heldFor={undefined} deciding />
        )}
      </Loaded>
    </Card>
  );
}
