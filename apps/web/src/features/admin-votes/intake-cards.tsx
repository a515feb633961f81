import type { VoteIntake } from '@abato/contracts';
import { BadgeCheck, Hourglass, Inbox, ShieldX } from 'lucide-react';
import { StatCard } from '@/components/card';
import { formatCount } from '@/lib/format';
import { adminHeld } from '@/texts/en/admin-held';

/** Received = counted + held + rejected, so that anybody can add it up. */
export function IntakeCards({ intake }: { intake: VoteIntake }) {
  const t = adminHeld.cards;
  const cards = [
    ['received', <Inbox key="received" className="size-6" />],
    ['counted', <BadgeCheck key="counted" className="size-6" />],
    ['held', <Hourglass key="held" className="size-6" />],
    ['rejected', <ShieldX key="rejected" className="size-6" />],
  ] as const;
  return (
    <section aria-label={t.label} className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      {cards.map(([name, icon]) => (
        <StatCard
          key={name}
          label={t[name]}
          value={<span data-testid={`intake-${name}`}>{formatCount(intake[name].transactions)}</span>}
          note={t.votes(intake[name].votes)}
          icon={icon}
        />
      ))}
    </section>
  );
}
