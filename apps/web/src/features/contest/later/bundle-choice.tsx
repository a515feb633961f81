import { formatCedis, type Prices } from '@abato/contracts';
import { voteTexts as t } from '@/texts/en/vote';

/** More votes for less: each bundle with its price and what it saves. */
export function BundleChoice({
  prices,
  count,
  onCount,
}: {
  prices: Prices;
  count: number;
  onCount: (count: number) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{t.bundles.title}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {prices.bundles.map(({ votes, pricePesewas }) => {
          const saved = votes * prices.pricePesewas - pricePesewas;
          return (
            <button
              key={votes}
              type="button"
              data-testid={`bundle-${votes}`}
              aria-pressed={count === votes}
              onClick={() => onCount(votes)}
              className="flex min-h-touch items-center justify-between gap-3 rounded-md border-[1.5px] border-edge px-3 py-1 text-left leading-tight aria-pressed:border-gold-text aria-pressed:bg-gold-soft aria-pressed:text-gold-text"
            >
              <span className="font-semibold tabular-nums">{t.quick(votes)}</span>
              <span className="text-right font-semibold tabular-nums">
                {formatCedis(pricePesewas / 100)}
                {saved > 0 && (
                  <span className="block text-xs font-medium">
                    {t.bundles.save(formatCedis(saved / 100))}
                  </span>
                )}
              </span>
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
