import type { ContestView, DecideHeldVotes, HeldVoteView, HoldReason } from '@abato/contracts';
import { useState } from 'react';
import { GuardedButton } from '@/components/admin/guarded-button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { useAdmin } from '@/lib/admin/use-admin';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { adminContests } from '@/texts/en/admin-contests';
import { adminHeld as t } from '@/texts/en/admin-held';
import { decideHeldVotes } from './held-list';
import { HeldTable } from './held-table';

/** The votes and the two decisions: about the chosen ones, or about all when none is chosen. */
export function HeldDecisions({
  contest,
  votes,
  total,
  reason,
  deciding,
}: {
  contest: ContestView;
  votes: HeldVoteView[];
  total: number;
  reason: HoldReason | undefined;
  deciding: boolean;
}) {
  const { id } = useAdmin();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<DecideHeldVotes['decision'] | null>(null);
  const decide = useAdminAction({
    run: (input: DecideHeldVotes) => decideHeldVotes(contest.id, input),
    success: ({ decision }, { decided, waiting }) => t.done[decision](decided, waiting),
    onDone: () => setChosen(new Set()),
  });
  const visible = votes.filter((vote) => chosen.has(vote.id)).map((vote) => vote.id);
  const number = visible.length || total;
  const choose = (ids: string[], on: boolean) =>
    setChosen(
      (before) => new Set(on ? [...before, ...ids] : [...before].filter((one) => !ids.includes(one))),
    );
  const refusal = contest.userId === id ? undefined : adminContests.manageRefused;
  const what = visible.length ? { voteIds: visible } : ({ all: true, reason } as const);
  return (
    <div className="grid gap-4">
      {deciding && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-muted">
            {visible.length ? t.chosen(visible.length) : t.waiting(total)}
          </p>
          <div className="flex flex-wrap gap-3">
            <GuardedButton
              size="sm"
              variant="outline"
              refusal={refusal}
              busy={decide.isPending}
              onClick={() => setAsking('REJECTED')}
              data-testid="held-reject"
            >
              {visible.length ? t.reject : t.rejectAll}
            </GuardedButton>
            <GuardedButton
              size="sm"
              refusal={refusal}
              busy={decide.isPending}
              onClick={() => setAsking('RELEASED')}
              data-testid="held-release"
            >
              {visible.length ? t.release : t.releaseAll}
            </GuardedButton>
          </div>
        </div>
      )}
      <HeldTable title={contest.title} votes={votes} chosen={deciding ? chosen : null} onChoose={choose} />
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={asking ? t.confirm[asking].title(number) : ''}
        text={asking ? t.confirm[asking].text : ''}
        confirm={asking ? t.confirm[asking].confirm : ''}
        danger={asking === 'REJECTED'}
        onConfirm={() =>
          asking ? decide.mutateAsync({ decision: asking, ...what }).catch(() => undefined) : undefined
        }
      />
    </div>
  );
}
