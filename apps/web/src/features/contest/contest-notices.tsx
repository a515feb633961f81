import type { PublicContestView } from '@abato/contracts';
import { EyeOff } from 'lucide-react';
import { Suspense } from 'react';
import { Notice } from '@/components/notice';
import { lazyPart } from '@/lib/load-code';
import type { VotingState } from '@/lib/voting-state';
import { contestTexts as t } from '@/texts/en/contest';

const VoteWindowLine = lazyPart(async () => (await import('@/components/vote-window-line')).VoteWindowLine);
const ProvisionalLine = lazyPart(async () => (await import('./provisional-line')).ProvisionalLine);

const WINDOW = 'font-semibold text-gold-text';

/** What is out of the ordinary: why no votes are taken, results that are not final, when a vote counts more, hidden results. */
export function ContestNotices({
  contest,
  voting,
  closed,
}: {
  contest: PublicContestView;
  voting: VotingState;
  /** Why no votes are taken now; null while they are. */
  closed: string | null;
}) {
  const provisional = contest.showResults && contest.provisional;
  return (
    <>
      {(closed || provisional) && (
        <Notice tone={voting === 'ended' ? 'info' : 'warning'}>
          {closed && <p className="text-base font-medium">{closed}</p>}
          {provisional && (
            <Suspense fallback={<p>&nbsp;</p>}>
              <ProvisionalLine contest={contest} />
            </Suspense>
          )}
        </Notice>
      )}
      {voting !== 'ended' && contest.windows?.length > 0 && (
        <Suspense fallback={<p className={WINDOW}>&nbsp;</p>}>
          <VoteWindowLine windows={contest.windows} className={WINDOW} testId="vote-window" />
        </Suspense>
      )}
      {!contest.showResults && (
        <div className="flex items-center gap-4 rounded-lg border border-night-line bg-night p-5 text-on-night">
          <EyeOff aria-hidden className="size-7 shrink-0 text-on-night-gold" />
          <div>
            <p className="font-display text-lg font-bold">{t.resultsHidden.title}</p>
            <p className="text-sm text-on-night-muted">{t.resultsHidden.text}</p>
          </div>
        </div>
      )}
    </>
  );
}
