import type { IntakeFigures, VoteStats } from '@abato/contracts';
import { BadgeCheck, Divide, Hourglass, Inbox, ReceiptText, ShieldX, UsersRound, Vote } from 'lucide-react';
import { StatGrid } from '@/components/admin/stat-grid';
import { RollingNumber } from '@/components/rolling-number';
import { ofContest } from '@/lib/admin/api';
import { formatCount } from '@/lib/format';
import { adminVotes } from '@/texts/en/admin-figures';
import { adminHeld } from '@/texts/en/admin-held';

/** Total votes divided by unique voter e-mails, one decimal (specification §2). */
function averageOf({ totalVotes, uniqueEmails }: VoteStats): string {
  return (uniqueEmails > 0 ? totalVotes / uniqueEmails : 0).toFixed(1);
}

export function VoteCards({ stats }: { stats: VoteStats }) {
  const t = adminVotes.cards;
  return (
    <StatGrid
      stats={[
        {
          label: t.total,
          value: <RollingNumber value={stats.totalVotes} testId="total-votes" />,
          note: t.totalNote,
          icon: Vote,
        },
        {
          label: t.transactions,
          value: formatCount(stats.totalTransactions),
          note: t.transactionsNote,
          icon: ReceiptText,
        },
        {
          label: t.voters,
          value: <RollingNumber value={stats.uniqueVoters} />,
          note: t.votersNote,
          icon: UsersRound,
        },
        { label: t.average, value: averageOf(stats), note: t.averageNote, icon: Divide },
      ]}
    />
  );
}

/** Free votes received, counted, held and rejected. */
export const voteIntakeQuery = ofContest<IntakeFigures>('intake', '/votes/contest/{id}/intake');

const intakeIcons = { received: Inbox, counted: BadgeCheck, held: Hourglass, rejected: ShieldX } as const;

/** Received = counted + held + rejected, so that the figures can be checked by adding them up. */
export function IntakeCards({ intake }: { intake: IntakeFigures }) {
  const t = adminHeld.cards;
  return (
    <StatGrid
      label={t.label}
      stats={(['received', 'counted', 'held', 'rejected'] as const).map((name) => ({
        label: t[name],
        value: <span data-testid={`intake-${name}`}>{formatCount(intake[name].transactions)}</span>,
        note: t.votes(intake[name].votes),
        icon: intakeIcons[name],
      }))}
    />
  );
}
