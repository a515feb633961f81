import {
  lightTexts,
  type PublicCategoryView,
  type PublicContestSummary,
  type PublicContestView,
} from '@abato/contracts';
import type { ReactNode } from 'react';
import { StaticRouter } from 'react-router-dom';
import { Bar, voterEntries } from '@/app/bar';
import { PageHeader } from '@/components/page-header';
import { CategoryFrame, isLong, SHOWN_FIRST } from '@/features/contest/category-frame';
import { CategoryTabs } from '@/features/contest/category-tabs';
import { ContestHeader } from '@/features/contest/contest-header';
import { NomineeCard } from '@/features/contest/nominee-card';
import { ContestCards } from '@/features/contests/contest-card';
import { Hero } from '@/features/home/sections';
import { contestsTexts } from '@/texts/en/contests';

/*
 * The top of the pages a voter opens first, drawn by the server from the components of the app: on a slow network the code comes seconds
 * later. The client's first rendering replaces it.
 */

/** More is below the fold of every screen. */
const MOST_CONTESTS = 6;
const MOST_NOMINEES = 12;

const BLANK = '\u00a0';

function FirstPaint({ path, children }: { path: string; children: ReactNode }) {
  return (
    <StaticRouter location={path}>
      <div data-testid="first-paint" aria-busy="true">
        <Bar entries={voterEntries} />
        <main className="min-h-dvh">{children}</main>
      </div>
    </StaticRouter>
  );
}

export function HomePaint() {
  return (
    <FirstPaint path="/">
      <Hero />
    </FirstPaint>
  );
}

export function ListPaint({ contests }: { contests: readonly PublicContestSummary[] }) {
  return (
    <FirstPaint path="/contests">
      <div className="page-width pt-8 sm:pt-12">
        <PageHeader title={contestsTexts.title} subtitle={contestsTexts.lead} />
        <ContestCards contests={contests.slice(0, MOST_CONTESTS)} headingLevel="h2" />
      </div>
    </FirstPaint>
  );
}

export function ContestPaint({ contest, now }: { contest: PublicContestView; now: number }) {
  const { id, categories, votePrice, windows, reason } = contest;
  const announced = windows.some(({ until }) => Date.parse(until) > now) && reason !== 'CONTEST_ENDED';
  return (
    <FirstPaint path={`/contests/${id}`}>
      <ContestHeader
        contest={contest}
        now={now}
        state={<p className="text-sm font-semibold">{BLANK}</p>}
        total={<p className="font-display text-2xl font-extrabold sm:text-3xl">{BLANK}</p>}
      />
      {/* Room for the next window of votes that count several times. */}
      {announced && (
        <div className="page-width space-y-4 pt-4 sm:pt-6">
          <p className="font-semibold">{BLANK}</p>
        </div>
      )}
      {categories.length > 1 && <CategoryTabs categories={categories.slice(0, MOST_NOMINEES)} />}
      {firstOf(categories).map(({ category, shown }) => (
        <CategoryFrame
          key={category.id}
          category={category}
          price={votePrice > 0 ? category.votePrice : null}
          search={isLong(category) && null}
        >
          {shown.map((contestant) => (
            <li key={contestant.id} className="grid">
              <NomineeCard contestant={contestant} />
            </li>
          ))}
        </CategoryFrame>
      ))}
      {/* The way on when the app comes late or never; it shows after some seconds (first-paint.css). */}
      <a href={`/v/${id}`} className="light-link">
        {lightTexts.slow}
      </a>
    </FirstPaint>
  );
}

/** The first categories with the cards that they begin with. */
function firstOf(categories: readonly PublicCategoryView[]) {
  let left = MOST_NOMINEES;
  return categories.flatMap((category) => {
    if (left <= 0) return [];
    const shown = category.contestants.slice(0, isLong(category) ? SHOWN_FIRST : left);
    left -= Math.max(1, shown.length);
    return [{ category, shown }];
  });
}
