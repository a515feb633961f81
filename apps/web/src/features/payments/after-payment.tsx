import { useQuery } from '@tanstack/react-query';
import { Copy, Share2 } from 'lucide-react';
import { Button, ButtonLink } from '@/components/button';
import { ReceiptLink } from '@/components/receipt-link';
import { useKeptReceipt } from '@/lib/use-kept-receipt';
import { publicContestQuery, useContestLive } from '@/lib/public-contest';
import { shareVote, standing } from '@/lib/share/after-vote';
import { copyText } from '@/lib/share/copy';
import { doneTexts as t } from '@/texts/en/after-vote';

/**
 * Below the receipt: where the nominee is now, and what one may do next. Nothing while the contest cannot be read. It follows the counts: the
 * contest may be read a moment before it has the votes that were paid.
 */
export function AfterPayment({
  contestId,
  contestantId,
  name,
  receiptCode,
}: {
  contestId: string;
  /** Null on another device than the one that paid: then a name that is unique leads to the nominee. */
  contestantId: string | null;
  name: string;
  receiptCode: string | null;
}) {
  const { data: contest } = useQuery(publicContestQuery(contestId));
  useContestLive(contestId);
  useKeptReceipt(receiptCode);
  if (!contest) return null;
  const all = contest.categories.flatMap(({ contestants }) => contestants);
  const matching = all.filter((one) => (contestantId ? one.id === contestantId : one.name === name));
  const [contestant] = matching;
  if (!contestant || matching.length > 1) return null;
  return (
    <div className="mt-4">
      <p role="status" data-testid="vote-done-rank" className="text-center font-medium">
        {standing(contest, contestant)}
      </p>
      {receiptCode && (
        <div className="mt-3">
          <ReceiptLink code={receiptCode} />
        </div>
      )}
      <div className="mt-4 grid gap-2.5 sm:grid-cols-3">
        {receiptCode && (
          <Button
            variant="outline"
            size="sm"
            icon={Copy}
            onClick={() => void copyText(receiptCode, t.copied, t.copyFailed)}
          >
            {t.copy}
          </Button>
        )}
        <Button variant="outline" size="sm" icon={Share2} onClick={() => void shareVote(contest, contestant)}>
          {t.share}
        </Button>
        {contest.open && (
          <ButtonLink
            to={`/contests/${contest.id}?vote=${contestant.id}`}
            variant="outline"
            size="sm"
            data-testid="vote-again"
          >
            {t.again}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
