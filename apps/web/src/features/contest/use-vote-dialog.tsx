import type { PublicContestantView, PublicContestView } from '@abato/contracts';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '@/components/button';
import { Spinner } from '@/components/spinner';
import { useConnection } from '@/lib/connection';
import { lazyPart } from '@/lib/load-code';
import { common } from '@/texts/en/common';
import { contestTexts as t } from '@/texts/en/contest';
import type * as dialogCode from './later/vote-dialog';
import type { CountedVote } from './vote-draft';

let loaded: typeof dialogCode | undefined;
const loadDialog = async () => (loaded ??= await import('./later/vote-dialog'));
const LateDialog = lazyPart(async () => (await loadDialog()).VoteDialog);
const VoteDone = lazyPart(async () => (await loadDialog()).VoteDone);

/** Code that is there already is shown at once: React keeps what stands in for it, once shown, for 300 ms. */
function VoteDialog(props: dialogCode.VoteDialogProps) {
  const [Shown] = useState(() => loaded?.VoteDialog ?? LateDialog);
  return <Shown {...props} />;
}

/**
 * The vote dialog of a contest's page, and what is said after a free vote.
 * @param closed why no votes are taken now
 * @param idle whether its code may be fetched
 * @returns what opens the dialog, and the dialog
 */
export function useVoteDialog(contest: PublicContestView, closed: string | null, idle: boolean) {
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
  const needsToken = !contest.votePrice && contest.verification === 'OPEN';
  // A tap must work also when the network has gone meanwhile.
  useEffect(() => {
    if (idle && !closed)
      void loadDialog()
        .then(async (code) => {
          if (needsToken) await code.ensureBrowserToken();
        })
        .catch(() => undefined);
  }, [idle, closed, needsToken]);

  const dialog = (
    <>
      {chosen && (
        <Suspense fallback={open && <DialogOnItsWay onClose={() => setOpen(false)} />}>
          <VoteDialog
            contest={contest}
            contestant={chosen}
            open={open}
            onOpenChange={setOpen}
            closed={closed}
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
