import { MAX_VOTES_PER_CAST } from '@abato/contracts';
import { Minus, Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '@/components/button';
import { controlClass } from '@/components/field';
import { voteTexts as t } from '@/texts/en/vote';

/** How many votes: typed, counted up and down, or one of the usual numbers. */
export function VoteCountField({
  count,
  quickCounts,
  onCount,
  error,
  ...input
}: Omit<ComponentProps<'input'>, 'onCount'> & {
  count: number;
  quickCounts: readonly number[];
  onCount: (count: number) => void;
  error: string | undefined;
}) {
  return (
    <div>
      <label htmlFor="vote-count" className="mb-1.5 block text-sm font-semibold">
        {t.voteCount}
      </label>
      <div className="flex gap-2">
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
          className={`${controlClass} min-w-0 appearance-none py-1.5! text-center font-display text-lg font-bold tabular-nums`}
        />
        <IconButton
          label={t.more}
          onClick={() => onCount(count + 1)}
          className="rounded-md! border-[1.5px] border-edge"
        >
          <Plus aria-hidden className="size-5" />
        </IconButton>
      </div>
      {error && (
        <p id="vote-count-error" role="alert" className="mt-1.5 text-sm font-medium text-red-text">
          {error}
        </p>
      )}
      <div className="mt-2.5 grid grid-cols-4 gap-2">
        {quickCounts.map((quick) => (
          <button
            key={quick}
            type="button"
            aria-label={t.quick(quick)}
            aria-pressed={count === quick}
            onClick={() => onCount(quick)}
            className="min-h-touch rounded-md border-[1.5px] border-edge font-semibold tabular-nums aria-pressed:border-gold-text aria-pressed:bg-gold-soft aria-pressed:text-gold-text"
          >
            {quick}
          </button>
        ))}
      </div>
    </div>
  );
}
