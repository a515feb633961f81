import type { PublicContestantView, PublicContestView } from '@abato/contracts';
import { CircleCheck, Copy, Share2, X } from 'lucide-react';
import { Button, IconButton } from '@/components/button';
import { Link } from '@/components/link';
import { Notice } from '@/components/notice';
import { ReceiptLink } from '@/components/receipt-link';
import { shareVote, standing } from '@/lib/share/after-vote';
import { copyText } from '@/lib/share/copy';
import { doneTexts as t } from '@/texts/en/after-vote';
import { voteTexts } from '@/texts/en/vote';
import type { CountedVote } from '../vote-draft';

/** After a free vote: that it counts, where the nominee is now, the code that finds it again. Beside the page, not over it. */
export function VoteDone({
  contest,
  contestant,
  counted,
  onAgain,
  onClose,
}: {
  contest: PublicContestView;
  contestant: PublicContestantView;
  counted: CountedVote;
  onAgain: () => void;
  onClose: () => void;
}) {
  const { receiptCode, votes } = counted;
  return (
    <section
      aria-labelledby="vote-done"
      data-testid="vote-done"
      className="fixed inset-x-0 bottom-0 z-30 animate-sheet rounded-t-xl border border-line bg-raised p-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-lift sm:inset-x-auto sm:right-5 sm:bottom-5 sm:w-96 sm:rounded-xl sm:p-5"
    >
      <div className="flex items-start gap-3">
        <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-green-text" />
        <div className="min-w-0 grow">
          <h2 id="vote-done" className="text-xl leading-tight">
            {t.title(votes)}
          </h2>
          <p role="status" data-testid="vote-done-rank" className="mt-1 text-sm">
            {standing(contest, contestant)}
          </p>
        </div>
        <IconButton label={t.close} onClick={onClose} className="-mt-2 -mr-2">
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      {receiptCode && (
        <div className="mt-2.5 flex items-center justify-between gap-3 rounded-md bg-sunken py-0.5 pr-1 pl-3.5">
          <p className="min-w-0 text-sm">
            <span className="block text-xs text-muted">{t.code}</span>
            <span data-testid="receipt-code" className="font-semibold whitespace-nowrap tabular-nums">
              {receiptCode}
            </span>
          </p>
          <span className="flex items-center">
            <Link
              to={`/find-my-vote?reference=${receiptCode}`}
              className="flex min-h-touch items-center px-2 text-sm font-semibold"
            >
              {t.find}
            </Link>
            <IconButton label={t.copy} onClick={() => void copyText(receiptCode, t.copied, t.copyFailed)}>
              <Copy aria-hidden className="size-5" />
            </IconButton>
          </span>
        </div>
      )}
      {receiptCode && (
        <div className="mt-1 pr-1 pl-3.5">
          <ReceiptLink code={receiptCode} />
        </div>
      )}
      <div className="mt-2 grid grid-cols-2 gap-2.5">
        <Button variant="outline" size="sm" icon={Share2} onClick={() => void shareVote(contest, contestant)}>
          {t.share}
        </Button>
        <Button size="sm" onClick={onAgain} data-testid="vote-again">
          {t.again}
        </Button>
      </div>
    </section>
  );
}

/** The vote was received and waits for the organiser: said in words that stay, not in a toast that goes. */
export function HeldPanel({ votes, name, onClose }: { votes: number; name: string; onClose: () => void }) {
  const held = voteTexts.held;
  return (
    <div className="space-y-4" data-testid="vote-held">
      <div role="status">
        <Notice tone="info" title={held.title}>
          <p>{held.text(votes, name)}</p>
          <p className="mt-2">{held.todo}</p>
        </Notice>
      </div>
      <Button size="lg" className="w-full" onClick={onClose}>
        {held.close}
      </Button>
    </div>
  );
}
