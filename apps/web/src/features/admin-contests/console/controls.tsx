import type { ContestView } from '@abato/contracts';
import clsx from 'clsx';
import { Eye, EyeOff, Flag, Undo2 } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { confirmAction } from '@/components/admin/ask';
import { HoldButton } from '@/components/admin/hold-button';
import { StageRemoteButton } from '@/components/admin/stage-remote';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { adminConsole } from '@/texts/en/admin-console';
import { adminContest } from '@/texts/en/admin-contests';
import { adminRemote } from '@/texts/en/admin-remote';
import { isPausable, PauseButton, useTogglePause } from '../pause-button';
import { setContestStatus, toggleResults } from '../api';

const t = adminConsole.actions;
const UNDO_MS = 30_000;

/** What changes a running contest, from the least severe to what cannot be undone. Each shows the state it changes. */
export function Controls({ contest }: { contest: ContestView }) {
  const change = useLastChange(contest);
  return (
    <Card className="p-5" data-testid="controls">
      <h2 className="text-lg">{t.title}</h2>
      <p className="text-sm text-muted">{t.lead}</p>
      <UndoBar change={change} contest={contest} />
      <ul className="mt-4 grid grid-cols-1 divide-y divide-line">
        {isPausable(contest) && (
          <Control
            name={t.voting}
            state={contest.isPaused ? t.votingPaused : t.votingOpen}
            tone={contest.isPaused ? 'bg-gold' : 'bg-green'}
          >
            <PauseButton contest={contest} />
          </Control>
        )}
        <Control
          name={t.results}
          state={resultsState(contest)}
          tone={contest.showResults ? 'bg-green' : 'bg-gold'}
          testId="results-state"
        >
          {!staysShown(contest) && <ResultsButton contest={contest} />}
        </Control>
        <Control name={adminRemote.name} state={adminRemote.state}>
          <StageRemoteButton contestId={contest.id} />
        </Control>
        {isPausable(contest) && (
          <Control name={t.end} state={t.endState} tone="bg-red">
            <EndButton contest={contest} />
          </Control>
        )}
      </ul>
    </Card>
  );
}

function Control({
  name,
  state,
  tone,
  testId,
  children,
}: {
  name: string;
  state: string;
  /** Colour of what is a state; a hint has none. */
  tone?: string;
  testId?: string;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="flex items-baseline gap-2 text-sm text-muted" data-testid={testId}>
          {tone && <span aria-hidden className={clsx('size-2.5 shrink-0 rounded-full', tone)} />}
          {state}
        </p>
      </div>
      {children}
    </li>
  );
}

/** Nothing hides a result that was shown once voting has ended (ADR 61). */
const staysShown = ({ status, showResults }: ContestView): boolean => status === 'ENDED' && showResults;

function resultsState(contest: ContestView): string {
  if (staysShown(contest)) return t.resultsStayShown;
  return contest.showResults ? t.resultsShown : t.resultsHidden;
}

type Change = 'paused' | 'results';

/** What changed while this screen is open, for as long as one press undoes it. */
function useLastChange({ isPaused, showResults }: ContestView): Change | null {
  const [before, setBefore] = useState({ isPaused, showResults });
  const [change, setChange] = useState<{ kind: Change } | null>(null);
  if (before.isPaused !== isPaused || before.showResults !== showResults) {
    setBefore({ isPaused, showResults });
    setChange({ kind: before.isPaused === isPaused ? 'results' : 'paused' });
  }
  useEffect(() => {
    if (!change) return;
    const timer = setTimeout(() => setChange(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [change]);
  return change?.kind ?? null;
}

function UndoBar({ change, contest }: { change: Change | null; contest: ContestView }) {
  const pause = useTogglePause();
  const results = useToggleResults(contest.id);
  const offered =
    (change === 'results' && !staysShown(contest)) || (change === 'paused' && isPausable(contest));
  const text =
    change === 'results'
      ? contest.showResults
        ? t.shownNow
        : t.hiddenNow
      : contest.isPaused
        ? t.pausedNow
        : t.resumedNow;
  return (
    <div role="status">
      {offered && (
        <p className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-md bg-gold-soft p-3 text-sm font-semibold text-gold-text">
          {text}
          <Button
            variant="outline"
            size="sm"
            busy={pause.isPending || results.isPending}
            icon={Undo2}
            onClick={() => (change === 'results' ? results.mutate() : pause.mutate(contest))}
            data-testid="undo"
          >
            {t.undo}
          </Button>
        </p>
      )}
    </div>
  );
}

function useToggleResults(contestId: string) {
  const texts = adminContest.actions;
  return useAdminAction({
    run: () => toggleResults(contestId),
    success: (_, after) => (after.showResults ? texts.resultsShown : texts.resultsHidden),
  });
}

function ResultsButton({ contest }: { contest: ContestView }) {
  const texts = adminContest.actions;
  const toggle = useToggleResults(contest.id);

  return (
    <Button
      variant="outline"
      size="sm"
      busy={toggle.isPending}
      icon={contest.showResults ? EyeOff : Eye}
      onClick={() => toggle.mutate()}
      data-testid="toggle-results"
    >
      {contest.showResults ? texts.hideResults : texts.showResults}
    </Button>
  );
}

function EndButton({ contest }: { contest: ContestView }) {
  const texts = { ...adminContest.confirmEnd, done: adminContest.actions.ended };
  const run = () => setContestStatus(contest.id, 'ENDED');
  const end = useAdminAction({ run, success: texts.done });
  return (
    <HoldButton
      variant="outline"
      size="sm"
      className="text-red-text"
      busy={end.isPending}
      icon={Flag}
      title={t.hold}
      onHeld={() => end.mutate()}
      onPress={() => confirmAction({ ...texts, run })}
      data-testid="end-contest"
    >
      {adminContest.actions.end}
    </HoldButton>
  );
}
