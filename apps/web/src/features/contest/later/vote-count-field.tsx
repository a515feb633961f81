import { amountOf, formatCedis, MAX_VOTES_PER_CAST, type Prices } from '@abato/contracts';
import clsx from 'clsx';
import { Minus, Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '@/components/button';
import { controlClass } from '@/components/field';
import { voteTexts as t } from '@/texts/en/vote';

/** From this amount in cedis on, four prices do not fit beside one another on a phone. */
const WIDE_AMOUNT = 1000;

/** How many votes: typed, counted up and down, or one of the usual numbers, each with what it costs. */
export function VoteCountField({
  count,
  quickCounts,
  prices,
  onCount,
  error,
  ...input
}: Omit<ComponentProps<'input'>, 'onCount'> & {
  count: number;
  quickCounts: readonly number[];
  /** 0 pesewas: free. */
  prices: Prices;
  onCount: (count: number) => void;
  error: string | undefined;
}) {
  const paid = prices.pricePesewas > 0;
  const cost = (votes: number) => amountOf(prices, votes) / 100;
  const wide = cost(Math.max(0, ...quickCounts)) >= WIDE_AMOUNT;
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <label htmlFor="vote-count" className="text-sm font-semibold">
          {t.voteCount}
        </label>
        <div className="flex w-44 gap-2 sm:w-52">
          <IconButton
            label={t.fewer}
            disabled={count <= 1}
            onClick={() => onCount(count - 1)}
            className="rounded-md! border-[1.5px] border-edge disabled:opacity-40"
          >
            <Minus aria-hidden className="size-5" />
          </IconButton>
          <input
            id="vote-count"
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_VOTES_PER_CAST}
            step={1}
            {...input}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'vote-count-error' : undefined}
            className={`${controlClass} min-w-0 appearance-none px-1! py-1.5! [&::-webkit-inner-spin-button]:appearance-none text-center font-display text-lg font-bold tabular-nums`}
          />
          <IconButton
            label={t.more}
            onClick={() => onCount(count + 1)}
            className="rounded-md! border-[1.5px] border-edge"
          >
            <Plus aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      {error && (
        <p id="vote-count-error" role="alert" className="mt-1.5 text-sm font-medium text-red-text">
          {error}
        </p>
      )}
      <div className={clsx('mt-2.5 grid gap-2', wide ? 'grid-cols-2 sm:grid-cols-4' : 'grid-cols-4')}>
        {quickCounts.map((quick) => (
          <button
            key={quick}
            type="button"
            aria-label={paid ? t.bundle(quick, formatCedis(cost(quick))) : t.quick(quick)}
            aria-pressed={count === quick}
            onClick={() => onCount(quick)}
            className="min-h-touch rounded-md border-[1.5px] border-edge px-0.5 py-1 leading-tight font-semibold tabular-nums aria-pressed:border-gold-text aria-pressed:bg-gold-soft aria-pressed:text-gold-text"
          >
            {quick}
            {paid && (
              <span className="block text-xs font-medium tracking-tight whitespace-nowrap">
                {formatCedis(cost(quick))}
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}
