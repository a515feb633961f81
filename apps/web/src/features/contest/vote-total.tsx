import { formatCedis } from '@abato/contracts';
import { formatCount } from '@/lib/format';
import { voteTexts as t } from '@/texts/en/vote';

/** What the votes cost. @param price cedis a vote */
export function VoteTotal({ count, price, total }: { count: number; price: number; total: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 rounded-md bg-gold-soft px-4 py-1.5">
      <p className="text-sm">
        <span className="font-semibold">{t.total}</span>{' '}
        <span className="text-muted">{t.totalFormula(formatCount(count), formatCedis(price))}</span>
      </p>
      <p data-testid="vote-total" className="font-display text-xl font-extrabold whitespace-nowrap">
        {total}
      </p>
    </div>
  );
}
