import { formatCedis, type PricedVotes } from '@abato/contracts';
import { formatCount } from '@/lib/format';
import { voteTexts as t } from '@/texts/en/vote';

/** What the votes cost, and how many count where a window multiplies them. */
export function VoteTotal({ count, priced, total }: { count: number; priced: PricedVotes; total: string }) {
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
