import type { PublicContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { LiveIndicator } from '@/components/live-indicator';
import { LogoMark } from '@/components/logo';
import { ProtectionLine } from '@/components/protection-line';
import { ReleasedLine } from '@/components/released-line';
import { Spinner } from '@/components/spinner';
import { ApiError } from '@/lib/api';
import { formatDateTime } from '@/lib/format';
import { publicContestQuery, useContestLive } from '@/lib/public-contest';
import { useSafetyRead } from '@/lib/safety-read';
import { serverNow } from '@/lib/server-time';
import { listen } from '@/lib/store';
import { useFlip } from '@/lib/use-flip';
import { useNow } from '@/lib/use-now';
import { useTitle } from '@/lib/use-title';
import { votingState } from '@/lib/voting-state';
import { stageTexts as t } from '@/texts/en/stage';
import { RevealScene } from './reveal-scene';
import { steeredCategory } from './show';
import { StageFace, StageRow } from './stage-row';
import { StageSide } from './stage-side';
import { useScreenAwake } from './use-screen-awake';
import { useStageState, useTurn } from './use-show';
import { SLIDE_MS, slidesOf, type Ranks, type Slide, useRanksBefore } from './use-slides';
import { WinnerScene } from './winner-scene';
import '@/styles/all.css';

/** More than one line of the large size on a screen held upright. */
const LONG_CATEGORY = 26;
/** The pointer disappears after this rest. */
const POINTER_REST_MS = 3000;

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * The leaderboard for venue and broadcast. It has no controls, runs for hours and recovers from a lost network by itself. A remote may steer it;
 * without one it turns by itself.
 */
export function StagePage() {
  const { contestId = '' } = useParams();
  const query = useQuery({
    ...publicContestQuery(contestId),
    // This screen has no operator who could press "Try again".
    retry: (_failures, error) => !isMissing(error),
    retryDelay: 4000,
  });
  useContestLive(query.data?.id);
  useSafetyRead(query.data?.id);
  useScreenAwake();
  useTitle(query.data && t.pageTitle(query.data.title));
  const resting = usePointerRest();
  return (
    <main
      data-testid="stage"
      className={clsx(
        'stage stage-units fixed inset-0 flex flex-col overflow-hidden bg-night',
        resting && 'cursor-none',
      )}
    >
      {query.data ? (
        <Board contest={query.data} updatedAt={query.dataUpdatedAt} />
      ) : (
        <div className="grid grow place-items-center p-6 text-center text-[length:calc(3*var(--u))]">
          {isMissing(query.error) ? (
            <h1 className="text-4xl">{t.notFound}</h1>
          ) : (
            <Spinner size="large" caption={t.connecting} />
          )}
        </div>
      )}
      <div aria-hidden className="kente h-[calc(1.6*var(--u))] shrink-0" />
    </main>
  );
}

function Board({ contest, updatedAt }: { contest: PublicContestView; updatedAt: number }) {
  const before = useRanksBefore(contest);
  // Often enough for "voting has ended" to be true.
  const now = useNow(serverNow, 5000);
  const voting = votingState(contest, now);
  // After the end nothing moves any more.
  const slides = slidesOf(contest, voting === 'ended' ? undefined : before);
  const held = useStageState(contest.id);
  const turn = useTurn(slides, held);
  const slide = turn.slides[turn.index];
  const scene = steeredCategory(contest, held);
  const notice = stateNotice(contest, now);
  const category = scene?.category ?? slide?.category;
  const outcome = contest.resultsFinal ? t.winner : voting === 'ended' ? t.provisionalLeader : null;
  return (
    <div className="flex min-h-0 grow flex-col gap-[calc(1.6*var(--u))] px-[calc(3*var(--u))] py-[calc(2*var(--u))]">
      <header className="flex items-start justify-between gap-[calc(3*var(--u))]">
        <div className="min-w-0">
          <h1 className="line-clamp-2 text-[length:calc(3*var(--u))] leading-tight font-semibold text-balance text-on-night-muted">
            {contest.title}
          </h1>
          <h2
            className={clsx(
              'line-clamp-2 leading-tight font-extrabold text-balance',
              (category?.name.length ?? 0) > LONG_CATEGORY
                ? 'text-[length:calc(4.4*var(--u))]'
                : 'text-[length:calc(6*var(--u))]',
            )}
          >
            {category?.name}
            {!scene && slide && slide.pages > 1 && (
              <span className="ml-[calc(2*var(--u))] text-[length:calc(3*var(--u))] font-semibold text-on-night-gold">
                {slide.kind === 'faces' ? t.page(slide.page, slide.pages) : t.kinds[slide.kind]}
              </span>
            )}
          </h2>
          {contest.showResults && (
            <ProtectionLine
              contest={contest}
              className="mt-[calc(0.4*var(--u))] text-[length:calc(2*var(--u))] leading-tight text-on-night-muted"
            />
          )}
        </div>
        <div className="flex shrink-0 items-center gap-[calc(2*var(--u))] text-[length:calc(2.2*var(--u))]">
          <LiveIndicator updatedAt={updatedAt} voting={voting} className="text-[length:calc(2.2*var(--u))]" />
          <LogoMark className="h-[calc(4.4*var(--u))]" />
        </div>
      </header>
      {notice && (
        <p
          data-testid="stage-notice"
          className="rounded-[calc(1.4*var(--u))] bg-night-raised px-[calc(2*var(--u))] py-[calc(1*var(--u))] text-[length:calc(2.8*var(--u))] leading-tight font-semibold text-on-night-gold"
        >
          {notice}
        </p>
      )}
      {category && (
        <ReleasedLine
          category={category}
          className="text-[length:calc(2*var(--u))] leading-tight font-semibold text-on-night-gold"
        />
      )}
      <div className="flex min-h-0 grow gap-[calc(3*var(--u))] portrait:flex-col">
        <div className="min-h-0 min-w-0 grow">
          {scene?.kind === 'REVEAL' && <RevealScene key={scene.category.id} {...scene} outcome={outcome} />}
          {scene?.kind === 'WINNER' && (
            <WinnerScene key={scene.category.id} {...scene} label={outcome ?? t.leading} />
          )}
          {!scene && slide && <Slides key={slide.key} slide={slide} before={before} outcome={outcome} />}
        </div>
        {!scene && <StageSide contest={contest} voting={voting} />}
      </div>
      {!scene && turn.slides.length > 1 && (!held || turn.next !== null) && (
        <Progress
          key={held ? held.since : 'own'}
          count={turn.slides.length}
          index={turn.index}
          agoMs={turn.next === null ? 0 : Math.max(0, SLIDE_MS - (turn.next - Date.now()))}
        />
      )}
      {held?.state.black && (
        <div data-testid="stage-black" className="fixed inset-0 z-10 bg-[#000]">
          <p className="sr-only">{t.black}</p>
        </div>
      )}
    </div>
  );
}

function Slides({ slide, before, outcome }: { slide: Slide; before: Ranks; outcome: string | null }) {
  const { rows, kind } = slide;
  const list = useFlip<HTMLOListElement>(rows.map(({ id }) => id).join());
  const best = slide.category.contestants[0]?.voteCount ?? 0;
  if (rows.length === 0)
    return <p className="text-[length:calc(4*var(--u))] text-on-night-muted">{t.empty}</p>;
  if (kind === 'faces') {
    return (
      <div className="flex h-full flex-col gap-[calc(1.6*var(--u))]">
        <div className="leading-tight">
          <p className="text-[length:calc(3.4*var(--u))] font-bold text-on-night-gold">{t.hiddenTitle}</p>
          <p className="text-[length:calc(2.3*var(--u))] text-on-night-muted">{t.hiddenText}</p>
        </div>
        <ul
          className={clsx(
            'grid min-h-0 grow animate-rise auto-rows-fr gap-[calc(1.4*var(--u))]',
            rows.length > 6 ? 'grid-cols-3 landscape:grid-cols-4' : 'grid-cols-2 landscape:grid-cols-3',
          )}
        >
          {rows.map((contestant) => (
            <StageFace key={contestant.id} contestant={contestant} />
          ))}
        </ul>
      </div>
    );
  }
  return (
    <ol
      ref={list}
      className="relative grid h-full animate-rise auto-rows-[minmax(0,1fr)] gap-[calc(1.1*var(--u))]"
    >
      {rows.map((contestant) => (
        <StageRow
          key={contestant.id}
          contestant={contestant}
          best={best}
          outcome={outcome}
          gained={kind === 'movers' ? (before.get(contestant.id) ?? 0) - (contestant.rank ?? 0) : null}
        />
      ))}
    </ol>
  );
}

/** How far the round is, and how long the current slide is still shown. @param agoMs since the slide began */
function Progress({ count, index, agoMs }: { count: number; index: number; agoMs: number }) {
  // The animation goes on by itself: later drawings of the same slide must not move it.
  const [shown, setShown] = useState({ index, agoMs });
  if (shown.index !== index) setShown({ index, agoMs });
  return (
    <div aria-hidden className="flex gap-[calc(1*var(--u))]">
      {Array.from({ length: count }, (_, position) => (
        <span
          key={position}
          className="h-[calc(0.7*var(--u))] grow overflow-hidden rounded-full bg-night-line"
        >
          {position === index && (
            <span
              className="stage-progress block h-full bg-gold"
              style={{ animationDuration: `${SLIDE_MS}ms`, animationDelay: `${-shown.agoMs}ms` }}
            />
          )}
        </span>
      ))}
    </div>
  );
}

function stateNotice(contest: PublicContestView, now: number): string | null {
  if (contest.resultsFinal) return t.final;
  if (contest.provisional && contest.showResults) return t.provisional(contest);
  if (contest.status === 'ENDED' || Date.parse(contest.endDate) <= now) return t.counting;
  if (contest.isPaused) return t.paused;
  if (votingState(contest, now) === 'notActive') return t.notActive;
  return Date.parse(contest.startDate) > now ? t.notStarted(formatDateTime(contest.startDate)) : null;
}

function usePointerRest(): boolean {
  const [resting, setResting] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const moved = () => {
      setResting(false);
      clearTimeout(timer);
      timer = setTimeout(() => setResting(true), POINTER_REST_MS);
    };
    moved();
    const ignore = listen(window, 'pointermove', moved);
    return () => {
      clearTimeout(timer);
      ignore();
    };
  }, []);
  return resting;
}
