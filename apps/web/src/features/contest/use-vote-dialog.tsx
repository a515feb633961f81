import type { PublicContestantView, PublicContestView } from '@abato/contracts';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '@/components/button';
import { Spinner } from '@/components/spinner';
import { useConnection } from '@/lib/connection';
import { loadCode } from '@/lib/load-code';
import { useVotingState } from '@/lib/voting-state';
import { common } from '@/texts/en/common';
import { contestTexts as t } from '@/texts/en/contest';
import type { CountedVote } from './vote-dialog';

const loadDialog = () => import('./vote-dialog');
const VoteDialog = lazy(async () => ({ default: (await loadCode(loadDialog)).VoteDialog }));
const VoteDone = lazy(async () => ({ default: (await loadCode(loadDialog)).VoteDone }));

/** After the page is there, its pictures come first. */
const IDLE_AFTER_MS = 1500;

/** Whether the visitor asked the browser to save data. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * The vote dialog of a contest's page, and what is said after a free vote.
 * @returns what opens the dialog, and the dialog
 */
export function useVoteDialog(contest: PublicContestView) {
  const voting = useVotingState(contest);
  // `?vote=<id>` opens the dialog: "Vote for … again" after a payment that did not go through.
  const [params] = useSearchParams();
  const [chosenId, setChosenId] = useState(() => params.get('vote'));
  const [open, setOpen] = useState(chosenId !== null);
  const [counted, setCounted] = useState<CountedVote | null>(null);
  const chosen = findContestant(contest, chosenId);
  const voted = findContestant(contest, counted?.contestantId ?? null);

  const vote = useCallback(({ id }: Pick<PublicContestantView, 'id'>) => {
    setChosenId(id);
    setOpen(true);
    setCounted(null);
  }, []);
  useDialogCode(voting === 'open');

  const dialog = (
    <>
      {chosen && (
        <Suspense fallback={open && <DialogOnItsWay onClose={() => setOpen(false)} />}>
          <VoteDialog
            contest={contest}
            contestant={chosen}
            open={open}
            onOpenChange={setOpen}
            onCounted={setCounted}
          />
        </Suspense>
      )}
      {counted && voted && (
        <Suspense fallback={null}>
          <VoteDone
            contest={contest}
            contestant={voted}
            counted={counted}
            onAgain={() => vote(voted)}
            onClose={() => setCounted(null)}
          />
        </Suspense>
      )}
    </>
  );
  return { vote, dialog };
}

/**
 * Fetches the dialog's code while nothing else is to do, so that a tap works when the network has gone; at the latest with the first
 * touch of anything. Who saves data pays for it with the first touch only.
 */
function useDialogCode(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const load = () => void loadDialog().catch(() => undefined);
    const whenIdle = () =>
      'requestIdleCallback' in window ? window.requestIdleCallback(load, { timeout: 5000 }) : load();
    const timer = savesData() ? undefined : setTimeout(whenIdle, IDLE_AFTER_MS);
    const signs = ['pointerdown', 'keydown'] as const;
    signs.forEach((sign) => window.addEventListener(sign, load, { once: true, passive: true }));
    return () => {
      clearTimeout(timer);
      signs.forEach((sign) => window.removeEventListener(sign, load));
    };
  }, [wanted]);
}

/** A tap on a slow network must not seem to do nothing, and without a network not end the page. */
function DialogOnItsWay({ onClose }: { onClose: () => void }) {
  const offline = useConnection() !== 'online';
  return (
    <div
      data-testid="vote-loading"
      className="fixed inset-0 z-40 grid place-content-center justify-items-center gap-4 bg-night-deep/85 p-6 text-center text-on-night"
    >
      <Spinner size="large" decorative />
      <p role="status" className="max-w-80 font-medium">
        {offline ? t.offline : common.loading}
      </p>
      <Button variant="outline" onClick={onClose}>
        {common.cancel}
      </Button>
    </div>
  );
}

function findContestant(contest: PublicContestView, id: string | null): PublicContestantView | undefined {
  if (!id) return undefined;
  return contest.categories
    .flatMap((category) => category.contestants)
    .find((contestant) => contestant.id === id);
}
