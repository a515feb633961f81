import {
  type ContestView,
  decideHeldRules,
  type DecideHeldVotes,
  type HeldVotesDecided,
  type HeldVoteView,
  type HoldReason,
} from '@abato/contracts';
import { useState } from 'react';
import { AdminForm, useAdminForm } from '@/components/admin/admin-form';
import { GuardedButton } from '@/components/admin/guarded-button';
import { Toolbar } from '@/components/admin/toolbar';
import { Dialog } from '@/components/dialog';
import { TextArea } from '@/components/field';
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
  const [asking, setAsking] = useState<Decision | null>(null);
  // Also those that newer votes have pushed out of view: "chosen" must never turn into "all" under the finger.
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
  const decide = (decision: Decision, [some, all]: [string, string], testId: string) => (
    <GuardedButton
      size="sm"
      variant={decision === 'REJECTED' ? 'outline' : 'gold'}
      refusal={refusal}
      onClick={() => setAsking(decision)}
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
      {asking && (
        <Dialog
          open
          onOpenChange={(open) => !open && setAsking(null)}
          title={t.confirm[asking].title(number)}
          description={t.confirm[asking].text}
          testId="held-decide"
        >
          <ReasonForm
            decision={asking}
            run={(reason) => decideHeldVotes(contest.id, { decision: asking, ...what, reason })}
            onDone={() => setChosen(new Set())}
            onClose={() => setAsking(null)}
          />
        </Dialog>
      )}
    </div>
  );
}

function ReasonForm({
  decision,
  run,
  onDone,
  onClose,
}: {
  decision: Decision;
  run: (reason: string) => Promise<HeldVotesDecided>;
  onDone: () => void;
  onClose: () => void;
}) {
  const form = useAdminForm<{ reason: string }, HeldVotesDecided>({
    rules: decideHeldRules,
    defaultValues: { reason: '' },
    run: ({ reason }) => run(reason),
    success: (_, { decided, waiting }) => t.done[decision](decided, waiting),
    onSaved: () => {
      onDone();
      onClose();
    },
    onClose,
  });
  return (
    <AdminForm
      form={form}
      submit={t.confirm[decision].confirm}
      onCancel={onClose}
      testId="held-decide-submit"
    >
      <TextArea label={t.why} hint={t.whyHint} rows={3} {...form.field('reason')} />
    </AdminForm>
  );
}
