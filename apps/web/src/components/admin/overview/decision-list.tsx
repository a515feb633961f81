import type { DecisionKind, Overview } from '@abato/contracts';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { Card } from '@/components/card';
import { Link } from '@/components/link';
import { adminOverview } from '@/texts/en/admin-overview';

const t = adminOverview.decisions;
const of = (path: string, contestId: string | null) => (contestId ? `${path}?contest=${contestId}` : path);

/** Where each kind is decided. */
const PLACES: Record<DecisionKind, (contestId: string | null) => string> = {
  APPROVALS: () => '/admin/users',
  PAYMENTS: () => '/admin/attention',
  CORRECTIONS: () => '/admin/attention',
  WEBHOOKS: () => '/admin/attention',
  DISPUTES: () => '/admin/disputes',
  HELD_VOTES: (contestId) => of('/admin/votes/held', contestId),
  APPEALS: (contestId) =>
    contestId ? `/admin/votes/held?contest=${contestId}&state=APPEALED` : '/admin/votes/held?state=APPEALED',
  CASH: () => '/admin/votes/cash',
  LATE_DRAFTS: (contestId) => (contestId ? `/admin/contests/${contestId}` : '/admin/contests'),
};

/** What waits, most urgent first, each with the way to where it is decided. */
export function DecisionList({ title, decisions }: { title: string; decisions: Overview['decisions'] }) {
  return (
    <Card className="p-5" data-testid="decisions">
      <h2 className="text-lg">{title}</h2>
      {decisions.length === 0 ? (
        <p className="mt-2 flex items-center gap-2 text-sm text-muted">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-green-text" />
          {t.none}
        </p>
      ) : (
        <ul className="mt-2 grid grid-cols-1 divide-y divide-line">
          {decisions.map(({ kind, count, contestId }) => (
            <li key={kind}>
              <Link
                to={PLACES[kind](contestId)}
                className="flex min-h-touch items-center justify-between gap-3 py-2 font-semibold no-underline hover:underline"
                data-testid={`decision-${kind}`}
              >
                {t.texts[kind](count)}
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
