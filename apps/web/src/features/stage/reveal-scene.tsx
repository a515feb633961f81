import type { PublicCategoryView } from '@abato/contracts';
import clsx from 'clsx';
import { Picture } from '@/components/picture';
import { formatCount, formatOrdinal, formatPercent } from '@/lib/format';
import { stageTexts as t } from '@/texts/en/stage';
import { fittingSize } from './fitting-text';
import { cardsOf, type Place } from './show';

/** As on a podium: the second left, the first in the middle, the third right. */
const COLUMNS: Record<number, string> = {
  1: 'landscape:order-2 landscape:h-full',
  2: 'landscape:order-1 landscape:h-[86%]',
  3: 'landscape:order-3 landscape:h-[74%]',
};
const NAMES = ['4.4 * var(--u)', '3.6 * var(--u)', '2.8 * var(--u)', '2.2 * var(--u)'];
/** Names that fit on one place. */
const MOST_SHARING = 8;

/**
 * Places from last to first. A closed one shows only that it exists; while results are hidden all are closed.
 * @param outcome what the first place is; null while voting is open
 */
export function RevealScene({
  category,
  opened,
  outcome,
}: {
  category: PublicCategoryView;
  opened: number;
  outcome: string | null;
}) {
  const cards = cardsOf(category, opened);
  if (cards.length === 0)
    return <p className="text-[length:calc(4*var(--u))] text-on-night-muted">{t.empty}</p>;
  return (
    <ol
      data-testid="stage-reveal"
      className="flex h-full items-end justify-center gap-[calc(2.4*var(--u))] portrait:flex-col portrait:items-stretch"
    >
      {cards.map(({ rank, place }) => (
        <li
          key={rank}
          data-testid={`stage-place-${rank}`}
          className={clsx(
            'flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden rounded-[calc(2*var(--u))] landscape:max-w-[calc(58*var(--u))]',
            COLUMNS[rank],
            !place && 'bg-night-raised',
            place && (rank === 1 ? 'animate-rise bg-gold text-on-gold' : 'animate-rise bg-night-raised'),
          )}
        >
          {place ? <Opened place={place} outcome={rank === 1 ? outcome : null} /> : <Closed rank={rank} />}
        </li>
      ))}
    </ol>
  );
}

function Closed({ rank }: { rank: number }) {
  return (
    <div className="flex h-full flex-col">
      <p className="grid grow place-items-center font-display text-[length:calc(11*var(--u))] leading-none font-extrabold text-on-night-gold">
        {formatOrdinal(rank)}
      </p>
      <div aria-hidden className="kente h-[calc(2*var(--u))]" />
    </div>
  );
}

function Opened({ place: { rank, contestants }, outcome }: { place: Place; outcome: string | null }) {
  const [first] = contestants;
  const shown = contestants.slice(0, MOST_SHARING);
  const more = contestants.length - shown.length;
  return (
    <div className="flex h-full min-h-0 flex-col">
      {contestants.length === 1 && first && (
        <Picture
          path={first.photo}
          box={[640, 480]}
          sizes="33vw"
          name={first.name}
          eager
          className="min-h-0 w-full grow"
          initialClassName="text-[length:calc(12*var(--u))]"
        />
      )}
      <div className="flex min-h-0 flex-col gap-[calc(0.6*var(--u))] px-[calc(1.8*var(--u))] py-[calc(1.4*var(--u))]">
        <p className="flex items-baseline justify-between gap-[calc(1*var(--u))] font-display text-[length:calc(3.4*var(--u))] leading-none font-extrabold">
          <span>{formatOrdinal(rank)}</span>
          {outcome && <span className="text-[length:calc(2.4*var(--u))]">{outcome}</span>}
        </p>
        {shown.map(({ id, name }) => (
          <div key={id} className="@container-[inline-size]">
            <p
              data-testid="stage-name"
              className="font-display leading-[1.08] font-bold"
              style={{ fontSize: fittingSize(name, NAMES) }}
            >
              {name}
            </p>
          </div>
        ))}
        {more > 0 && <p className="text-[length:calc(2.4*var(--u))]">{t.more(more)}</p>}
        <p
          className={clsx(
            'text-[length:calc(2.8*var(--u))] leading-tight font-semibold',
            rank > 1 && 'text-on-night-gold',
          )}
        >
          {formatCount(first?.voteCount ?? 0)} {t.votes(first?.voteCount ?? 0)} ·{' '}
          {formatPercent(first?.categoryPercentage ?? 0)}
        </p>
      </div>
    </div>
  );
}
