import {
  type ContestView,
  decideHeldRules,
  type DecideHeldVotes,
  type HeldVoteView,
  type HoldReason,
} from '@abato/contracts';
import { useState } from 'react';
import { askReason } from '@/components/admin/ask';
import { GuardedButton } from '@/components/admin/guarded-button';
import { Toolbar } from '@/components/admin/toolbar';
import { useAdmin } from '@/lib/admin/use-admin';
import { adminContests } from '@/texts/en/admin-contests';
import { adminHeld as t } from '@/texts/en/admin-held';
import { decideHeldVotes } from './api';
import { HeldTable } from './held-table';

type Decision = DecideHeldVotes['decision'];

/** The votes and the two decisions: about the chosen ones, or about all when none is chosen. */
export function HeldDecisions({
  contest,
  votes,
  total,
  heldFor,
  appealed = false,
  deciding,
}: {
  contest: ContestView;
  votes: HeldVoteView[];
  total: number;
  heldFor: HoldReason | undefined;
  /** All are those whose voters ask that they be looked at again. */
  appealed?: boolean;
  deciding: boolean;
}) {
  const { id } = useAdmin();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // The chosen votes include those that newer votes have pushed out of view: "chosen" must never turn into "all" under the finger.
  const picked = [...chosen];
  const number = picked.length || total;
  const choose = (ids: string[], on: boolean) =>
    setChosen(
      (before) => new Set(on ? [...before, ...ids] : [...before].filter((one) => !ids.includes(one))),
    );
  const refusal = contest.userId === id ? undefined : adminContests.manageRefused;
  const what = picked.length
    ? { voteIds: picked }
    : ({ all: true, heldFor, ...(appealed && { appealed }) } as const);
  const ask = (decision: Decision) =>
    askReason({
      ...t.confirm[decision],
      title: t.confirm[decision].title(number),
      field: t.why,
      hint: t.whyHint,
      rules: decideHeldRules,
      run: (reason) => decideHeldVotes(contest.id, { decision, ...what, reason }),
      done: (_, { decided, waiting }) => t.done[decision](decided, waiting),
      onDone: () => setChosen(new Set()),
      testId: 'held-decide',
    });
  const decide = (decision: Decision, [some, all]: [string, string], testId: string) => (
    <GuardedButton
      size="sm"
      variant={decision === 'REJECTED' ? 'outline' : 'gold'}
      refusal={refusal}
      onClick={() => ask(decision)}
      data-testid={testId}
    >
      {picked.length ? some : all}
    </GuardedButton>
  );
  return (
    <div className="grid gap-4">
      {deciding && (
        <Toolbar
          actions={
            <>
              {decide('REJECTED', [t.reject, t.rejectAll], 'held-reject')}
              {decide('RELEASED', [t.release, t.releaseAll], 'held-release')}
            </>
          }
        >
          <p role="status" className="text-sm text-muted">
            {picked.length ? t.chosen(picked.length) : t.waiting(total)}
          </p>
        </Toolbar>
      )}
      <HeldTable title={contest.title} votes={votes} chosen={deciding ? chosen : null} onChoose={choose} />
    </div>
  );
}
