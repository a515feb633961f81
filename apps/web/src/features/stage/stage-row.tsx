import type { PublicContestantView } from '@abato/contracts';
import clsx from 'clsx';
import { Picture } from '@/components/picture';
import { RollingNumber } from '@/components/rolling-number';
import { formatOrdinal, formatPercent } from '@/lib/format';
import { stageTexts as t } from '@/texts/en/stage';
import { fittingSize } from './fitting-text';

/** In one line to four; in all they are lower than `--h`, the height that the row has for the name, in hundredths. */
const NAME_SIZES = ['min(46 * var(--h), 8 * var(--u))', '38 * var(--h)', '26 * var(--h)', '19 * var(--h)'];
const FACE_SIZES = ['3.6 * var(--u)', '2.9 * var(--u)', '2.2 * var(--u)'];

/**
 * One line of the board. Its height is what the screen has for it, and its parts follow: `cqh` is a hundredth of the row, `--u` about a
 * hundredth of the screen's height.
 * @param gained places won lately; null where it is not the subject
 * @param outcome what the first place is once voting is over; null before
 */
export function StageRow({
  contestant,
  best,
  gained,
  outcome,
}: {
  contestant: PublicContestantView;
  best: number;
  gained: number | null;
  outcome: string | null;
}) {
  const { rank, voteCount, name } = contestant;
  const leads = rank === 1 && (voteCount ?? 0) > 0;
  return (
    <li
      data-flip={contestant.id}
      data-testid="stage-row"
      className={clsx(
        '@container-[size] relative overflow-hidden rounded-[calc(1.8*var(--u))]',
        leads ? 'bg-gold text-on-gold' : 'bg-night-raised text-on-night',
      )}
    >
      <div className="flex h-full items-stretch">
        {/* Before the first vote no one has a rank: the place for it would be an empty column. */}
        <span
          hidden={best === 0}
          className="grid w-[calc(11*var(--u))] shrink-0 place-content-center text-center font-display text-[length:min(46cqh,calc(4.8*var(--u)))] leading-none font-extrabold"
        >
          {rank === null ? '' : formatOrdinal(rank)}
          {gained !== null && (
            <span className="mt-[4cqh] text-[length:min(24cqh,calc(3*var(--u)))] text-[#5fe0a3]">
              {t.gained(gained)}
            </span>
          )}
          {leads && outcome && (
            <span
              data-testid="stage-outcome"
              className={clsx(
                'mt-[4cqh]',
                // Both in the width of the rank.
                outcome.length > 8
                  ? 'text-[length:min(20cqh,calc(1.9*var(--u)))]'
                  : 'text-[length:min(22cqh,calc(2.5*var(--u)))]',
              )}
            >
              {outcome}
            </span>
          )}
        </span>
        <Picture
          path={contestant.photo}
          box={[320, 320]}
          sizes="24vh"
          name={name}
          eager
          className="aspect-square h-full w-auto shrink-0 portrait:max-w-[18cqi]"
          initialClassName="text-[length:44cqh]"
        />
        {/* The bar begins after rank and picture: from here on width means votes. */}
        <div className="relative flex min-w-0 grow items-center gap-[calc(2*var(--u))] pr-[calc(2.2*var(--u))] pl-[calc(1.8*var(--u))]">
          {!leads && (
            <div
              aria-hidden
              data-testid="stage-bar"
              className="absolute inset-y-0 left-0 bg-gold/25 transition-[width] duration-(--motion-slow)"
              style={{ width: `${((voteCount ?? 0) / Math.max(1, best)) * 100}%` }}
            />
          )}
          {/* On a phone held upright the code stands below the name, so that the name keeps its width. */}
          <div className="relative flex min-w-0 grow items-center gap-[inherit] [--h:1cqh] @max-lg:flex-col @max-lg:[--h:0.7cqh] @max-lg:items-stretch @max-lg:gap-[5cqh]">
            <div className="@container-[inline-size] min-w-0 grow @max-lg:grow-0">
              <p
                data-testid="stage-name"
                className="font-display leading-[1.08] font-bold text-balance"
                style={{ fontSize: fittingSize(name, NAME_SIZES) }}
              >
                {name}
              </p>
            </div>
            <span
              data-testid="stage-code"
              className={clsx(
                'shrink-0 text-center leading-none @max-lg:flex @max-lg:items-baseline @max-lg:gap-1',
                !leads && 'text-on-night-muted',
              )}
            >
              <span className="block text-[length:min(20cqh,calc(2.2*var(--u)))]">{t.code}</span>
              <span className="mt-[5cqh] block font-display text-[length:min(34cqh,calc(4.4*var(--u)))] font-bold tabular-nums @max-lg:text-[length:22cqh]">
                {contestant.code}
              </span>
            </span>
          </div>
          {voteCount !== null && (
            <span className="relative shrink-0 text-right leading-none">
              <RollingNumber
                value={voteCount}
                className="font-display text-[length:min(46cqh,calc(7*var(--u)),9cqi)] font-extrabold"
              />
              <span
                className={clsx(
                  'mt-[5cqh] block text-[length:min(25cqh,calc(3*var(--u)),4cqi)]',
                  !leads && 'text-on-night-muted',
                )}
              >
                {t.votes(voteCount)} · {formatPercent(contestant.categoryPercentage ?? 0)}
              </span>
            </span>
          )}
        </div>
      </div>
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
        eager
        className="@container-[size] min-h-0 w-full grow"
        initialClassName="text-[length:min(60cqh,calc(8*var(--u)))]"
      />
      <div className="@container-[inline-size] px-[calc(1.6*var(--u))] py-[calc(1*var(--u))]">
        <p
          data-testid="stage-name"
          className="font-display leading-tight font-bold"
          style={{ fontSize: fittingSize(contestant.name, FACE_SIZES) }}
        >
          {contestant.name}
        </p>
        <p className="text-[length:calc(1.8*var(--u))] text-on-night-muted tabular-nums">
          {t.code} {contestant.code}
        </p>
      </div>
    </li>
  );
}
