import type { PublicCategoryView } from '@abato/contracts';
import { useEffect, useRef } from 'react';
import { Picture } from '@/components/picture';
import { formatCount, formatPercent } from '@/lib/format';
import { stageTexts as t } from '@/texts/en/stage';
import { fittingSize } from './fitting-text';
import { RevealScene } from './reveal-scene';
import { placesOf } from './show';

/** A stage that is opened later than this after the scene began shows no confetti. */
const CONFETTI_MS = 8_000;
const BURST_MS = 700;
const COLORS = ['#f4b73f', '#fbf3e4', '#0e7a4c', '#b3232f', '#e09f1f'];
const NAMES = ['12 * var(--u)', '9 * var(--u)', '6.6 * var(--u)', '4.8 * var(--u)'];
const MOST_SHARING = 6;

/**
 * The first place, large, with confetti. While results are hidden it shows closed places.
 * @param since when the scene began, in this device's time
 * @param label what the first place is: winner, provisional, in the lead
 */
export function WinnerScene({
  category,
  label,
  since,
}: {
  category: PublicCategoryView;
  label: string;
  since: number;
}) {
  const winners = placesOf(category).at(-1)?.contestants ?? [];
  const [first] = winners;
  if (!first) return <RevealScene category={category} opened={0} outcome={null} />;
  const alone = winners.length === 1;
  const shown = winners.slice(0, MOST_SHARING);
  return (
    <div data-testid="stage-winner" className="relative h-full animate-rise">
      <div className="flex h-full items-stretch gap-[calc(4*var(--u))] overflow-hidden rounded-[calc(2.4*var(--u))] bg-gold text-on-gold portrait:flex-col">
        {alone && (
          <Picture
            path={first.photo}
            box={[960, 960]}
            sizes="50vw"
            name={first.name}
            eager
            className="min-h-0 shrink-0 portrait:h-1/2 portrait:w-full landscape:h-full landscape:w-[42%]"
            initialClassName="text-[length:calc(24*var(--u))]"
          />
        )}
        <div className="flex min-w-0 grow flex-col justify-center gap-[calc(2*var(--u))] p-[calc(4*var(--u))]">
          <p
            data-testid="stage-winner-label"
            className="font-display text-[length:calc(4.4*var(--u))] leading-none font-extrabold"
          >
            {label}
          </p>
          {shown.map(({ id, name }) => (
            <div key={id} className="@container-[inline-size]">
              <p
                data-testid="stage-name"
                className="font-display leading-[1.05] font-extrabold"
                style={{ fontSize: fittingSize(name, alone ? NAMES : NAMES.slice(-2)) }}
              >
                {name}
              </p>
            </div>
          ))}
          {winners.length > shown.length && (
            <p className="text-[length:calc(3*var(--u))]">{t.more(winners.length - shown.length)}</p>
          )}
          <p className="text-[length:calc(4*var(--u))] leading-tight font-bold">
            {formatCount(first.voteCount ?? 0)} {t.votes(first.voteCount ?? 0)} ·{' '}
            {formatPercent(first.categoryPercentage ?? 0)}
          </p>
        </div>
      </div>
      <Confetti key={since} since={since} />
    </div>
  );
}

/** Falls once, when the scene begins; not for those who asked for less motion. */
function Confetti({ since }: { since: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const left = since + CONFETTI_MS - Date.now();
    if (left <= 0 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let stopped = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    let end: ReturnType<typeof setTimeout> | undefined;
    let reset: (() => void) | undefined;
    // Code of its own: fetched when a winner is shown.
    import('canvas-confetti').then(
      ({ default: confetti }) => {
        if (stopped || !canvas.current) return;
        canvas.current.dataset['falling'] = 'true';
        // Without a worker: the page's policy allows none made of text.
        const fire = confetti.create(canvas.current, { resize: true, disableForReducedMotion: true });
        reset = () => fire.reset();
        const burst = () => {
          for (const [angle, x] of [
            [60, 0],
            [120, 1],
          ] as const) {
            void fire({
              particleCount: 60,
              angle,
              spread: 70,
              startVelocity: 62,
              scalar: 1.4,
              origin: { x, y: 0.75 },
              colors: COLORS,
            });
          }
        };
        burst();
        timer = setInterval(burst, BURST_MS);
        end = setTimeout(() => clearInterval(timer), left);
      },
      // Without its code the scene is complete.
      () => undefined,
    );
    return () => {
      stopped = true;
      clearInterval(timer);
      clearTimeout(end);
      reset?.();
    };
  }, [since]);
  return (
    <canvas
      ref={canvas}
      aria-hidden
      data-testid="stage-confetti"
      className="pointer-events-none fixed inset-0 size-full"
    />
  );
}
