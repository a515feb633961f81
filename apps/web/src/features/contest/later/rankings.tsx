import type { PublicCategoryView, PublicContestView } from '@abato/contracts';
import clsx from 'clsx';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { AmendmentNote, ProtectionLine, ReleasedLine } from '@/components/result-notes';
import { Badge, type BadgeTone } from '@/components/badge';
import { Td, Th } from '@/components/cells';
import { TextLink } from '@/components/link';
import { RollingNumber } from '@/components/rolling-number';
import { formatPercent } from '@/lib/format';
import { later } from '@/lib/later';
import { useFlip } from '@/lib/use-flip';
import { useVotingState } from '@/lib/voting-state';
import { rankingsTexts as t } from '@/texts/en/rankings';
import { RankBadge, ShareBar } from '../contestant-card';
import '@/styles/all.css';

type Phase = keyof typeof t.title;

/** 'Current Rankings' (contract: other words after the end): one table per category, shares of the category's votes. On phones folded, because the cards say the same. */
export function Rankings({ contest }: { contest: PublicContestView }) {
  const ended = useVotingState(contest) === 'ended';
  // Once voting is over the results are what one came for.
  const [open, setOpen] = useState(ended);
  const phase = contest.resultsFinal ? 'final' : ended ? 'provisional' : 'current';
  return (
    <section
      aria-labelledby="rankings"
      data-phase={phase}
      className="mt-10 -mb-section bg-sunken py-8 sm:mt-section sm:py-section"
    >
      <div className="page-width">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id="rankings" className="text-2xl font-extrabold sm:text-3xl">
            {t.title[phase]}
          </h2>
          <button
            type="button"
            aria-expanded={open}
            aria-controls="ranking-tables"
            onClick={() => setOpen(!open)}
            className="min-h-touch font-semibold underline underline-offset-4 sm:hidden"
          >
            {open ? t.hide : t.show}
          </button>
        </div>
        <ProtectionLine contest={contest} className="text-sm text-muted" />
        <div
          id="ranking-tables"
          className={clsx(
            'mt-4 grid gap-8 sm:mt-6',
            contest.categories.length > 1 && 'xl:grid-cols-2',
            !open && 'max-sm:hidden',
          )}
        >
          {contest.categories.map((category) => (
            <CategoryTable key={category.id} category={category} phase={phase} />
          ))}
        </div>
        <AmendmentNote amendment={contest.amendment} className="mt-6 text-sm wrap-anywhere" />
        <p className="mt-6 text-sm">
          {t.checked} <TextLink to={`/contests/${contest.id}/audit`}>{t.audit}</TextLink>
        </p>
      </div>
    </section>
  );
}

const labels: Record<number, [string, BadgeTone]> = {
  1: [t.leading, 'green'],
  2: [t.second, 'gray'],
  3: [t.third, 'yellow'],
};

function CategoryTable({ category, phase }: { category: PublicCategoryView; phase: Phase }) {
  const body = useFlip<HTMLTableSectionElement>(category.contestants.map(({ id }) => id).join());
  return (
    <div className="min-w-0">
      <h3 className="mb-3 text-xl">{category.name}</h3>
      <ReleasedLine category={category} className="mb-3 text-sm font-medium" />
      <div
        ref={later}
        style={{ '--rows': category.contestants.length } as CSSProperties}
        className="later overflow-hidden rounded-lg border border-line bg-surface [--later:calc(var(--rows)*5.5rem)] sm:[--later:calc(var(--rows)*4rem)]"
      >
        <table className="w-full border-collapse text-left text-sm">
          <caption className="sr-only">{t.caption(t.title[phase], category.name)}</caption>
          <thead>
            <tr>
              <Th className="w-0 pr-1">{t.rank}</Th>
              <Th>{t.contestant}</Th>
              <Th className="text-right">{t.votes}</Th>
              <Th className="max-sm:hidden sm:w-2/5">{t.progress}</Th>
            </tr>
          </thead>
          <tbody ref={body}>
            {category.contestants.map((contestant) => {
              const counted = (contestant.voteCount ?? 0) > 0;
              const label = counted && contestant.rank !== null ? labels[contestant.rank] : undefined;
              const share = contestant.categoryPercentage ?? 0;
              const bar = (
                <span className="flex items-center gap-3">
                  <ShareBar
                    share={share}
                    label={`${t.progress}: ${contestant.name}`}
                    strong={counted && contestant.rank === 1}
                    className="grow"
                  />
                  <span className="w-12 text-right font-medium tabular-nums">{formatPercent(share)}</span>
                </span>
              );
              return (
                <tr key={contestant.id} data-flip={contestant.id} className="border-t border-line bg-surface">
                  <Td className="pr-1">
                    {contestant.rank !== null && <RankBadge rank={contestant.rank} inline />}
                  </Td>
                  <Td>
                    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                      <span className="font-semibold">{contestant.name}</span>
                      {label && (
                        <Badge tone={label[1]}>
                          {phase === 'final' && contestant.rank === 1 ? t.winner : label[0]}
                        </Badge>
                      )}
                    </span>
                    <span className="mt-1.5 block sm:hidden">{bar}</span>
                  </Td>
                  <Td className="text-right">
                    <RollingNumber value={contestant.voteCount ?? 0} className="font-semibold" />
                  </Td>
                  <Td className="max-sm:hidden">{bar}</Td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Not more often than this, or a screen reader would talk without end on a finale night. */
const PAUSE_MS = 5000;

function summary(contest: PublicContestView): string {
  const leaders = contest.categories.flatMap(({ name, contestants: [first] }) =>
    first?.voteCount ? [t.announce.leader(name, first.name, first.voteCount)] : [],
  );
  return [t.announce.total(contest.totalVotes ?? 0), ...leaders].join(' ');
}

/** Says politely what changed: the total and who leads. Silent until something changes. */
export function Announcer({ contest }: { contest: PublicContestView }) {
  const text = summary(contest);
  const [said, setSaid] = useState('');
  const first = useRef(text);
  const lastAt = useRef(0);
  useEffect(() => {
    if (text === first.current) return;
    const wait = Math.max(0, lastAt.current + PAUSE_MS - Date.now());
    const timer = setTimeout(() => {
      lastAt.current = Date.now();
      first.current = text;
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div role="status" className="sr-only">
      {said}
    </div>
  );
}
