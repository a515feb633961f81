import type { PublicCategoryView, PublicContestView } from '@abato/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Sparkles, Trophy } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { errorText } from '@/lib/api';
import { formatOrdinal } from '@/lib/format';
import { publicContestQuery } from '@/lib/public-contest';
import { useSession } from '@/lib/session';
import { serverNow } from '@/lib/server-time';
import { votingState } from '@/lib/voting-state';
import { remoteTexts as t } from '@/texts/en/stage-remote';
import { showResults } from '../api';
import { placesOf, type steeredCategory } from '../show';
import { Big } from './buttons';
import type { Wanted } from './use-remote';

const icon = 'size-6';

/** Places from last to first, then the winner. One large button says what the next press does. */
export function RevealControls({
  contest,
  category,
  shown,
  send,
  back,
}: {
  contest: PublicContestView;
  category: PublicCategoryView;
  shown: ReturnType<typeof steeredCategory>;
  send: (wanted: Wanted) => void;
  back: () => void;
}) {
  const places = placesOf(category);
  const opened = shown?.kind === 'REVEAL' ? Math.min(shown.opened, places.length) : 0;
  const next = places[opened];
  const hidden = !contest.showResults;
  const reveal = (step: number) => send({ scene: 'REVEAL', categoryId: category.id, step, black: false });
  const winner = () => send({ scene: 'WINNER', categoryId: category.id, step: 0, black: false });
  const closed = shown === null;
  return (
    <section aria-labelledby="remote-reveal" className="rounded-lg border border-night-line p-4">
      <h2 id="remote-reveal" className="text-base">
        {t.reveal}
      </h2>
      <p className="text-sm text-on-night-muted">{t.revealFor(category.name)}</p>
      <div className="mt-3 grid grid-cols-1 gap-3">
        {hidden && <Hidden contest={contest} />}
        {!hidden && <Caution contest={contest} empty={places.length === 0} />}
        {closed && (
          <Big look="wide" gold onClick={() => reveal(0)} testId="remote-begin">
            {t.begin}
          </Big>
        )}
        {shown?.kind === 'REVEAL' && next && !hidden && (
          <Big
            look="wide"
            gold
            icon={<Sparkles aria-hidden className={icon} />}
            onClick={() => reveal(opened + 1)}
            testId="remote-open"
          >
            {t.open(formatOrdinal(next.rank))}
          </Big>
        )}
        {shown?.kind !== 'WINNER' && places.length > 0 && (
          <Big
            look="wide"
            gold={shown?.kind === 'REVEAL' && !next}
            icon={<Trophy aria-hidden className={icon} />}
            onClick={winner}
            testId="remote-winner"
          >
            {t.winner}
          </Big>
        )}
        {shown?.kind === 'REVEAL' && opened > 0 && (
          <Big look="wide" onClick={() => reveal(opened - 1)} testId="remote-close">
            {t.close}
          </Big>
        )}
        {!closed && (
          <Big look="wide" onClick={back} testId="remote-back">
            {t.end}
          </Big>
        )}
      </div>
    </section>
  );
}

function Caution({ contest, empty }: { contest: PublicContestView; empty: boolean }) {
  const open = votingState(contest, serverNow()) !== 'ended';
  const text = empty ? t.noVotes : open ? t.stillOpen : contest.resultsFinal ? null : t.provisional;
  return text && <p className="text-sm font-semibold text-on-night-gold">{text}</p>;
}

/** The remote cannot show results; a person who is signed in on the same device can, after being asked. */
function Hidden({ contest }: { contest: PublicContestView }) {
  const { user } = useSession();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const show = async () => {
    try {
      await showResults(contest.id);
      setFailure(null);
      await client.invalidateQueries({ queryKey: publicContestQuery(contest.id).queryKey });
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <div data-testid="remote-hidden">
      <p className="font-semibold text-on-night-gold">{t.hidden}</p>
      <p className="text-sm text-on-night-muted">
        {t.hiddenText} {!user && t.hiddenHow}
      </p>
      {user && (
        <div className="mt-3">
          <Big look="wide" onClick={() => setAsking(true)} testId="remote-show-results">
            {t.show}
          </Big>
        </div>
      )}
      {failure !== null && (
        <p role="alert" className="mt-2 font-semibold text-on-night-gold">
          {t.refused(errorText(failure))}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.showTitle}
        text={t.showText}
        confirm={t.showConfirm}
        onConfirm={show}
      />
    </div>
  );
}
