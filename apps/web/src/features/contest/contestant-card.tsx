import type { PublicContestantView } from '@abato/contracts';
import clsx from 'clsx';
import { memo } from 'react';
import { buttonClass } from '@/components/button';
import { NomineeCode } from '@/components/nominee';
import { RollingNumber } from '@/components/rolling-number';
import { formatOrdinal, formatPercent } from '@/lib/format';
import { contestTexts as t } from '@/texts/en/contest';
import type { VotingState } from '@/lib/voting-state';
import { NomineeBio } from './nominee-bio';
import { NomineeCard } from './nominee-card';

export interface ContestantCardProps {
  contestant: PublicContestantView;
  showResults: boolean;
  voting: VotingState;
  onVote: (contestant: PublicContestantView) => void;
}

/** One contestant, with counts and the way to vote. */
export const ContestantCard = memo(function ContestantCard(props: ContestantCardProps) {
  const { contestant, showResults, voting, onVote } = props;
  const leads = showResults && contestant.rank === 1 && (contestant.voteCount ?? 0) > 0;
  const open = voting === 'open';
  return (
    <NomineeCard
      contestant={contestant}
      leads={leads}
      showResults={showResults}
      badges={
        <>
          {showResults && contestant.rank !== null && <RankBadge rank={contestant.rank} />}
          <NomineeCode
            code={contestant.code}
            className="absolute bottom-3 left-2 rounded-full bg-night px-2 py-0.5 text-xs font-semibold text-on-night tabular-nums shadow-card"
          />
        </>
      }
    >
      <NomineeBio text={contestant.bio} />
      <div className="mt-auto pt-2 sm:pt-3">
        {showResults && <Votes contestant={contestant} leads={leads} />}
        <button
          type="button"
          data-testid={`vote-now-${contestant.id}`}
          disabled={!open}
          aria-label={open ? t.voteNowFor(contestant.name) : undefined}
          onClick={() => onVote(contestant)}
          className={buttonClass('gold', 'md', 'mt-2.5 w-full flex-wrap gap-y-0 whitespace-nowrap')}
        >
          {t.voteNow}
          {!open && <span className="font-normal">({t.closedShort[voting]})</span>}
        </button>
      </div>
    </NomineeCard>
  );
});

const medals: Record<number, string> = {
  1: 'bg-gold text-on-gold',
  2: 'bg-silver text-on-gold',
  3: 'bg-bronze text-on-gold',
};

export function RankBadge({ rank, inline }: { rank: number; inline?: boolean }) {
  return (
    <span
      className={clsx(
        'grid min-w-11 place-items-center rounded-full px-2.5 py-1 font-display text-sm font-extrabold tabular-nums',
        medals[rank] ?? 'bg-night text-on-night',
        !inline && 'absolute top-2 left-2 shadow-card ring-2 ring-night/20',
      )}
    >
      {formatOrdinal(rank)}
    </span>
  );
}

function Votes({ contestant, leads }: { contestant: PublicContestantView; leads: boolean }) {
  const share = contestant.percentage ?? 0;
  return (
    <div>
      <div className="flex items-baseline justify-between gap-2">
        <p className="flex items-baseline gap-1.5">
          <RollingNumber
            value={contestant.voteCount ?? 0}
            testId={`vote-count-${contestant.id}`}
            className="font-display text-xl font-extrabold"
          />
          <span className="text-sm text-muted">{t.votes(contestant.voteCount ?? 0)}</span>
        </p>
        <span className="text-sm font-semibold tabular-nums">{formatPercent(share)}</span>
      </div>
      <ShareBar share={share} label={`${t.share}: ${contestant.name}`} strong={leads} className="mt-1.5" />
    </div>
  );
}

export function ShareBar({
  share,
  label,
  strong,
  className,
}: {
  /** Percent. */
  share: number;
  label: string;
  strong?: boolean;
  className?: string;
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={share}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={formatPercent(share)}
      className={clsx('h-2 overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset', className)}
    >
      <div
        className={clsx(
          'h-full origin-left rounded-full transition-transform duration-(--motion-slow) ease-stage',
          strong ? 'bg-gold-deep' : 'bg-green',
        )}
        style={{ transform: `scaleX(${share / 100})` }}
      />
    </div>
  );
}
