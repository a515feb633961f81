import type { PublicContestantView } from '@abato/contracts';
import clsx from 'clsx';
import { Picture } from '@/components/picture';
import { RollingNumber } from '@/components/rolling-number';
import { formatOrdinal, formatPercent } from '@/lib/format';
import { stageTexts as t } from '@/texts/en/stage';

/** One line of the board. Sizes are in --u, about a hundredth of the screen's height: the venue decides, not the device. */
export function StageRow({ contestant, best }: { contestant: PublicContestantView; best: number }) {
  const { rank, voteCount, name } = contestant;
  const leads = rank === 1 && (voteCount ?? 0) > 0;
  return (
    <li
      data-flip={contestant.id}
      data-testid="stage-row"
      className={clsx(
        'relative flex h-[calc(11.4*var(--u))] items-center gap-[calc(1.6*var(--u))] overflow-hidden rounded-[calc(1.8*var(--u))] pr-[calc(2.2*var(--u))]',
        leads ? 'bg-gold text-on-gold' : 'bg-night-raised text-on-night',
      )}
    >
      {!leads && (
        <div
          aria-hidden
          className="absolute inset-y-0 left-0 bg-gold/22 transition-[width] duration-(--motion-slow)"
          style={{ width: `${((voteCount ?? 0) / Math.max(1, best)) * 100}%` }}
        />
      )}
      <span className="relative w-[calc(11*var(--u))] shrink-0 text-center font-display text-[length:calc(5*var(--u))] leading-none font-extrabold">
        {rank === null ? '' : formatOrdinal(rank)}
      </span>
      <Picture
        path={contestant.photo}
        box={[160, 160]}
        sizes="12vh"
        name={name}
        alt=""
        eager
        className="relative h-[calc(11.4*var(--u))] w-[calc(11.4*var(--u))] shrink-0"
        initialClassName="text-[length:calc(5*var(--u))]"
      />
      <span className="relative line-clamp-2 min-w-0 grow font-display text-[length:calc(4.4*var(--u))] leading-[1.05] font-bold">
        {name}
      </span>
      {voteCount !== null && (
        <span className="relative shrink-0 text-right leading-none">
          <RollingNumber
            value={voteCount}
            className="font-display text-[length:calc(5.4*var(--u))] font-extrabold"
          />
          <span
            className={clsx(
              'mt-[calc(0.4*var(--u))] block text-[length:calc(2.3*var(--u))]',
              !leads && 'text-on-night-muted',
            )}
          >
            {t.votes(voteCount)} · {formatPercent(contestant.categoryPercentage ?? 0)}
          </span>
        </span>
      )}
    </li>
  );
}

/** While results are hidden: faces and names, in an order that tells nothing. */
export function StageFace({ contestant }: { contestant: PublicContestantView }) {
  return (
    <li className="flex min-h-0 flex-col overflow-hidden rounded-[calc(1.8*var(--u))] bg-night-raised">
      <Picture
        path={contestant.photo}
        box={[640, 480]}
        sizes="33vw"
        name={contestant.name}
        alt=""
        eager
        className="min-h-0 w-full grow"
        initialClassName="text-[length:calc(8*var(--u))]"
      />
      <span className="px-[calc(1.6*var(--u))] py-[calc(1.2*var(--u))] font-display text-[length:calc(3.4*var(--u))] leading-tight font-bold">
        {contestant.name}
      </span>
    </li>
  );
}
