import { formatCedis, type PricedVotes } from '@abato/contracts';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { formatCount } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { voteTexts as t } from '@/texts/en/vote';
import type { Waiting } from '../wait-for-turn';
import { SheetNotice } from './sheet-notice';

/** Stays in view, down to the dialog's edge, while the fields scroll under it: total and button are what the form is for. */
export function VoteFoot({
  deadline,
  total,
  waiting,
  checking,
  submitting,
  leaving,
  label,
  ...notice
}: ComponentProps<typeof SheetNotice> & {
  /** Until when to pay; null for a free vote. */
  deadline: ReactNode;
  /** What is to be paid; null for a free vote. */
  total: ComponentProps<typeof VoteTotal> | null;
  waiting: Waiting | null;
  checking: boolean;
  submitting: boolean;
  leaving: boolean;
  label: string;
}) {
  return (
    <div className="sticky bottom-[calc(-1*var(--foot))] -mx-5 mb-[calc(-1*var(--foot))] space-y-2.5 bg-raised px-5 pt-2 pb-(--foot) sm:-mx-7 sm:rounded-b-xl sm:px-7">
      <SheetNotice {...notice} />
      {deadline}
      {total && <VoteTotal {...total} />}
      {waiting && <WaitingNotice {...waiting} />}
      <p role="status" className="text-center text-sm text-muted empty:hidden">
        {checking ? t.checkingHint : ''}
      </p>
      <Button
        type="submit"
        size="lg"
        className="w-full"
        disabled={notice.closed !== null && !submitting}
        busy={submitting || leaving}
        data-testid="vote-submit"
      >
        {label}
      </Button>
    </div>
  );
}

/** What the votes cost, and how many count where a window multiplies them. */
function VoteTotal({ count, priced, total }: { count: number; priced: PricedVotes; total: string }) {
  const { pricePesewas, amountPesewas, multiplier, votes } = priced;
  const single = amountPesewas === count * pricePesewas;
  return (
    <div className="flex items-baseline justify-between gap-4 rounded-md bg-gold-soft px-4 py-1.5">
      <p className="text-sm">
        <span className="font-semibold">{t.total}</span>{' '}
        <span className="text-muted">
          {single ? t.totalFormula(formatCount(count), formatCedis(pricePesewas / 100)) : t.bundlePrice}
        </span>
        {multiplier > 1 && (
          <span data-testid="vote-multiplied" className="block font-semibold">
            {t.countAs(votes)}
          </span>
        )}
      </p>
      <p data-testid="vote-total" className="font-display text-xl font-extrabold whitespace-nowrap">
        {total}
      </p>
    </div>
  );
}

/** Tells a payer how many are ahead and for about how long; the page asks again by itself. */
function WaitingNotice({ position, until }: Waiting) {
  const seconds = Math.max(1, Math.ceil((until - useNow()) / 1000));
  return (
    <div data-testid="vote-waiting">
      <Notice tone="info" title={t.waiting.title}>
        {/* Spoken when the position changes, not with every second. */}
        <p role="status">{position === null ? t.waiting.soon : t.waiting.position(position)}</p>
        <p data-testid="vote-waiting-seconds">{t.waiting.seconds(seconds)}</p>
        <p className="mt-2">{t.waiting.todo}</p>
      </Notice>
    </div>
  );
}
