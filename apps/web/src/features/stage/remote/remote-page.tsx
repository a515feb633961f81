import '@/styles/all.css';
import type { PublicContestView, RemoteSession } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronLeft, ChevronRight, Monitor, MonitorOff, Pause, Play, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/button';
import { LogoMark } from '@/components/logo';
import { Spinner } from '@/components/spinner';
import { errorText } from '@/lib/api';
import { formatClock } from '@/lib/format';
import { publicContestQuery, useContestLive } from '@/lib/public-contest';
import { useSafetyRead } from '@/lib/safety-read';
import { useTitle } from '@/lib/use-title';
import { remoteTexts as t } from '@/texts/en/stage-remote';
import { remoteQuery } from '../api';
import { type Held, moved, steered, steeredCategory } from '../show';
import { useScreenAwake } from '../use-screen-awake';
import { useTurn } from '../use-show';
import { type Slide, slidesOf } from '../use-slides';
import { Big } from './buttons';
import { RevealControls } from './reveal-controls';
import { keepRemote, readRemote, takeToken } from './session';
import { isGone, useRemote, type Wanted } from './use-remote';

/** Steers the stage of one contest from a second device, without a sign-in. */
export function RemotePage() {
  useTitle(t.title);
  // oxlint-disable-next-line abato/pure-drawing -- remembers what it removed: each drawing gets the same token
  const [token] = useState(takeToken);
  const [kept] = useState(() => (token ? null : readRemote()));
  const query = useQuery(remoteQuery(token));
  const session = query.data ?? kept;
  const [gone, setGone] = useState(false);
  const end = () => {
    keepRemote(null);
    setGone(true);
  };
  const isRefused = gone || (!token && !session) || isGone(query.error);
  return (
    <main className="stage min-h-dvh" data-testid="remote">
      <div className="mx-auto flex min-h-dvh max-w-xl flex-col gap-4 p-4">
        {session && !gone ? (
          <RemoteControls session={session} onGone={end} />
        ) : (
          <div className="grid grow place-content-center justify-items-center gap-4 text-center">
            <LogoMark className="h-10" />
            {isRefused ? (
              <>
                <h1 className="text-2xl">{t.gone}</h1>
                <p className="text-on-night-muted">{t.goneText}</p>
              </>
            ) : query.error && !query.isFetching ? (
              <>
                <h1 className="text-2xl">{t.failed}</h1>
                <p className="text-on-night-muted">{errorText(query.error)}</p>
                <Button onClick={() => void query.refetch()}>{t.tryAgain}</Button>
              </>
            ) : (
              <Spinner size="large" caption={t.connecting} />
            )}
          </div>
        )}
      </div>
      <div aria-hidden className="kente h-2" />
    </main>
  );
}

/** From so many categories on they are in two columns. */
const MANY = 6;
const icon = 'size-6';

/** Everything a presenter presses during the show. The screen stays on: a locked phone is not heard. */
function RemoteControls({ session, onGone }: { session: RemoteSession; onGone: () => void }) {
  const remote = useRemote(session);
  const contest = useQuery(publicContestQuery(session.contestId));
  useContestLive(contest.data?.id);
  useSafetyRead(contest.data?.id);
  useScreenAwake();
  const { gone } = remote;
  useEffect(() => {
    if (gone) onGone();
  }, [gone, onGone]);
  if (!contest.data || !remote.known) {
    return (
      <div className="grid grow place-items-center">
        {remote.away ? <Away /> : <Spinner size="large" caption={t.connecting} />}
      </div>
    );
  }
  return <Ready contest={contest.data} remote={remote} known={remote.known} />;
}

type Remote = ReturnType<typeof useRemote>;

function Ready({
  contest,
  remote: { away, command },
  known: { held: newest, screens, expiresAt },
}: {
  contest: PublicContestView;
  remote: Remote;
  known: NonNullable<Remote['known']>;
}) {
  const held = steered(newest, Date.now());
  const slides = slidesOf(contest);
  const turn = useTurn(slides, held);
  const slide = turn.slides[turn.index];
  const scene = steeredCategory(contest, held);
  const shownScene = held?.state.scene ?? 'ROTATION';
  const isBlack = held?.state.black ?? false;
  const send = (wanted: Wanted) => command.mutate(wanted);
  const go = (by: 1 | -1) => {
    const { categoryId, ...wanted } = moved(slides, slide, shownScene, by);
    send({ ...wanted, ...(categoryId && { categoryId }) });
  };
  const at = slide && { categoryId: slide.category.id, step: slide.page - 1 };
  const category = scene?.category ?? slide?.category;
  return (
    <>
      <header>
        <h1 className="text-lg leading-tight">{contest.title}</h1>
        <p role="status" data-testid="remote-screens" className="mt-1 flex items-center gap-2 text-sm">
          {screens === 0 ? (
            <MonitorOff aria-hidden className="size-4 shrink-0 text-on-night-gold" />
          ) : (
            <Monitor aria-hidden className="size-4 shrink-0" />
          )}
          {screens === null ? t.unknownScreens : screens === 0 ? t.noScreen : t.screens(screens)}
        </p>
      </header>
      {away && <Away />}
      <OnStage held={held} slide={slide} category={category?.name} black={isBlack} />
      {command.error && (
        <p role="alert" className="rounded-md bg-red p-3 font-semibold text-on-fill">
          {t.refused(errorText(command.error))}
        </p>
      )}
      <div className="grid grid-cols-3 gap-3">
        <Big
          icon={<ChevronLeft aria-hidden className={icon} />}
          onClick={() => go(-1)}
          testId="remote-previous"
        >
          {t.previous}
        </Big>
        {shownScene === 'PAUSED' ? (
          <Big
            icon={<Play aria-hidden className={icon} />}
            onClick={() => send({ scene: 'ROTATION', black: false, ...at })}
            testId="remote-resume"
          >
            {t.resume}
          </Big>
        ) : (
          <Big
            icon={<Pause aria-hidden className={icon} />}
            disabled={!at || scene !== null}
            onClick={() => send({ scene: 'PAUSED', black: false, ...at })}
            testId="remote-pause"
          >
            {t.pause}
          </Big>
        )}
        <Big icon={<ChevronRight aria-hidden className={icon} />} onClick={() => go(1)} testId="remote-next">
          {t.next}
        </Big>
      </div>
      {category && (
        <RevealControls
          contest={contest}
          category={category}
          shown={scene}
          send={send}
          back={() => send({ scene: 'PINNED', categoryId: category.id, step: 0, black: false })}
        />
      )}
      <section aria-labelledby="remote-categories">
        <h2 id="remote-categories" className="text-base">
          {t.categories}
        </h2>
        <div
          className={clsx(
            'mt-2 grid gap-2',
            contest.categories.length > MANY ? 'grid-cols-2' : 'grid-cols-1',
          )}
        >
          <Big
            look="row"
            pressed={shownScene === 'ROTATION'}
            onClick={() => send({ scene: 'ROTATION', step: 0, black: false })}
            testId="remote-all"
          >
            {t.all}
          </Big>
          {contest.categories.map(({ id, name }) => {
            const isPinned = shownScene === 'PINNED' && held?.state.categoryId === id;
            return (
              <Big
                look="row"
                key={id}
                pressed={isPinned}
                onClick={() => send({ scene: 'PINNED', categoryId: id, step: 0, black: false })}
                testId={`remote-pin-${id}`}
              >
                {name}
              </Big>
            );
          })}
        </div>
      </section>
      {/* Within reach however many categories there are; what is behind it does not show through below. */}
      <div className="sticky bottom-0 z-10 -mb-3 bg-linear-to-t from-night from-70% to-transparent pt-5 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <Big
          look="wide"
          pressed={isBlack}
          icon={<Square aria-hidden className={icon} />}
          onClick={() => send(wantedOf(held, !isBlack))}
          testId="remote-black"
        >
          {isBlack ? t.blackOff : t.blackOn}
        </Big>
      </div>
      <p className="text-sm text-on-night-muted">{t.until(formatClock(Date.parse(expiresAt)))}</p>
    </>
  );
}

/** The scene as it is, black or not. */
function wantedOf(held: Held | null, black: boolean): Wanted {
  if (!held) return { scene: 'ROTATION', step: 0, black };
  const { scene, categoryId, step } = held.state;
  return { scene, step, black, ...(categoryId && { categoryId }) };
}

function Away() {
  return (
    <div role="alert" data-testid="remote-away" className="rounded-md bg-gold p-3 text-on-gold">
      <p className="font-bold">{t.away}</p>
      <p className="text-sm">{t.awayText}</p>
    </div>
  );
}

function OnStage({
  held,
  slide,
  category,
  black,
}: {
  held: Held | null;
  slide: Slide | undefined;
  category: string | undefined;
  black: boolean;
}) {
  const scene = held?.state.scene ?? 'ROTATION';
  const isSlide = scene !== 'REVEAL' && scene !== 'WINNER';
  return (
    <section
      aria-label={t.now}
      data-testid="remote-now"
      className={clsx('rounded-lg border border-night-line p-4', black ? 'bg-[#000]' : 'bg-night-raised')}
    >
      <p className="text-sm text-on-night-muted">{t.now}</p>
      <p className="font-display text-2xl leading-tight font-extrabold break-words">
        {black ? t.black : category}
      </p>
      <p className="text-sm text-on-night-gold">
        {black && category ? `${category} · ` : ''}
        {t.scenes[scene]}
        {isSlide && slide && slide.pages > 1 && (
          <> · {slide.kind === 'faces' ? t.page(slide.page, slide.pages) : t.slide[slide.kind]}</>
        )}
      </p>
    </section>
  );
}
