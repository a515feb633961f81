import type { VoteStats } from '@abato/contracts';
import { Divide, ReceiptText, UsersRound, Vote } from 'lucide-react';
import { StatCard } from '@/components/card';
import { RollingNumber } from '@/components/rolling-number';
import { formatCount } from '@/lib/format';
import { adminVotes } from '@/texts/en/admin-figures';

/** Total votes divided by unique voter e-mails, one decimal (specification §2). */
function averageOf({ totalVotes, uniqueEmails }: VoteStats): string {
  return (uniqueEmails > 0 ? totalVotes / uniqueEmails : 0).toFixed(1);
}

export function VoteCards({ stats }: { stats: VoteStats }) {
  const t = adminVotes.cards;
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard
        label={t.total}
        value={<RollingNumber value={stats.totalVotes} testId="total-votes" />}
        note={t.totalNote}
        icon={<Vote className="size-6" />}
      />
      <StatCard
        label={t.transactions}
        value={formatCount(stats.totalTransactions)}
        note={t.transactionsNote}
        icon={<ReceiptText className="size-6" />}
      />
      <StatCard
        label={t.voters}
        value={<RollingNumber value={stats.uniqueVoters} />}
        note={t.votersNote}
        icon={<UsersRound className="size-6" />}
      />
      <StatCard
        label={t.average}
        value={averageOf(stats)}
        note={t.averageNote}
        icon={<Divide className="size-6" />}
      />
    </div>
  );
}
