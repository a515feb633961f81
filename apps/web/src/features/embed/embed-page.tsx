import type { PublicCategoryView, PublicContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { ContestBadge } from '@/components/badge';
import { buttonClass } from '@/components/button';
import { LiveIndicator } from '@/components/live-indicator';
import { LogoMark } from '@/components/logo';
import { NotShown } from '@/components/not-shown';
import { Picture } from '@/components/picture';
import { ProtectionLine, ReleasedLine } from '@/components/result-notes';
import { RollingNumber } from '@/components/rolling-number';
import { formatOrdinal, formatPercent } from '@/lib/format';
import { publicContestQuery, useContestLive } from '@/lib/public-contest';
import { useSafetyRead } from '@/lib/safety-read';
import { publicUrl } from '@/lib/share/links';
import { useFlip } from '@/lib/use-flip';
import { useTitle } from '@/lib/use-title';
import { useVotingState } from '@/lib/voting-state';
import { provisionalText } from '@/texts/en/provisional';
import { embedTexts as t } from '@/texts/en/stage';

/** Rows of a category: the frame on the other site is small. */
const ROWS = 10;

/**
 * The ranking for a frame on the organiser's own site. `?theme=dark|light` follows that site, `?category=<id>` shows one
 * category only. Links open in a tab of their own: payments must not run inside another site's frame.
 */
export function EmbedPage() {
  const { contestId = '' } = useParams();
  const [params] = useSearchParams();
  const query = useQuery(publicContestQuery(contestId));
  useContestLive(query.data?.id);
  useSafetyRead(query.data?.id);
  useTitle(query.data?.title);
  useFrameTheme(params.get('theme'));
  const contest = query.data;
  if (!contest) {
    return (
      <main className="grid min-h-dvh place-items-center p-6 text-muted">
        <NotShown query={query} missing={t.notFound} />
      </main>
    );
  }
  return <Embedded contest={contest} only={params.get('category')} updatedAt={query.dataUpdatedAt} />;
}

/** @property only the id of the one category to show */
interface EmbeddedProps {
  contest: PublicContestView;
  only: string | null;
  updatedAt: number;
}

function Embedded({ contest, only, updatedAt }: EmbeddedProps) {
  const voting = useVotingState(contest);
  const categories = contest.categories.filter(({ id }) => !only || id === only);
  return (
    <main data-testid="embed" className="mx-auto max-w-3xl p-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-xl">{contest.title}</h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {voting !== 'open' && <ContestBadge contest={contest} />}
            <LiveIndicator updatedAt={updatedAt} voting={voting} />
          </p>
        </div>
        <a
          href={publicUrl(contest.id)}
          target="_blank"
          rel="noopener"
          className={buttonClass(voting === 'open' ? 'gold' : 'outline', 'sm')}
        >
          {voting === 'open' ? t.vote : t.open}
        </a>
      </header>
      {!contest.showResults && (
        <p className="mt-4 rounded-md bg-sunken p-4 font-semibold">
          {voting === 'open' ? t.hidden : t.hiddenClosed}
        </p>
      )}
      {contest.showResults && contest.resultsFinal && <p className="mt-4 font-bold">{t.final}</p>}
      {contest.showResults && contest.provisional && (
        <p data-testid="provisional" className="mt-4 rounded-md bg-sunken p-4 font-semibold">
          {provisionalText(contest)}
        </p>
      )}
      {contest.showResults && <ProtectionLine contest={contest} className="mt-3 text-sm text-muted" />}
      {categories.map((category) => (
        <EmbedCategory key={category.id} category={category} />
      ))}
      <p className="mt-4 flex items-center gap-2 text-xs text-muted">
        <LogoMark className="h-4" />
        <a href={publicUrl(contest.id)} target="_blank" rel="noopener" className="underline">
          {t.poweredBy}
        </a>
      </p>
    </main>
  );
}

function EmbedCategory({ category }: { category: PublicCategoryView }) {
  const shown = category.contestants.slice(0, ROWS);
  const list = useFlip<HTMLOListElement>(shown.map(({ id }) => id).join());
  return (
    <section className="mt-5">
      <h2 className="text-lg">{category.name}</h2>
      <ReleasedLine category={category} className="mt-1 text-sm font-medium" />
      <ol ref={list} className="relative mt-2 grid grid-cols-1 gap-1.5">
        {shown.map(({ id, name, photo, rank, voteCount, categoryPercentage }) => (
          <li
            key={id}
            data-flip={id}
            className="flex items-center gap-2.5 rounded-md border border-line bg-surface pr-3 text-sm"
          >
            <Picture
              path={photo}
              box={[48, 48]}
              name={name}
              className="size-12 shrink-0 self-stretch rounded-l-md"
              initialClassName="text-lg"
            />
            {rank !== null && (
              <span className="w-8 shrink-0 font-bold text-gold-text">{formatOrdinal(rank)}</span>
            )}
            <span className="min-w-0 grow py-1 leading-tight font-semibold wrap-anywhere">{name}</span>
            {voteCount !== null && (
              <>
                <RollingNumber value={voteCount} className="shrink-0 font-bold" />
                <span className="w-12 shrink-0 text-right text-muted tabular-nums">
                  {formatPercent(categoryPercentage ?? 0)}
                </span>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The site around the frame decides on light or dark, if it says so. */
function useFrameTheme(theme: string | null): void {
  useEffect(() => {
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  }, [theme]);
}
