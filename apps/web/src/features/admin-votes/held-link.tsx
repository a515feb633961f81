import { useQuery } from '@tanstack/react-query';
import { ShieldQuestion } from 'lucide-react';
import { ButtonLink } from '@/components/button';
import { adminHeld } from '@/texts/en/admin-held';
import { voteIntakeQuery } from './api';

/** The way to the held votes, with how many wait. */
export function HeldLink({ contestId }: { contestId: string }) {
  const intake = useQuery(voteIntakeQuery(contestId));
  return (
    <ButtonLink
      variant="outline"
      size="sm"
      to={`/admin/votes/held?contest=${encodeURIComponent(contestId)}`}
      icon={<ShieldQuestion aria-hidden className="size-4" />}
      data-testid="held-link"
    >
      {adminHeld.open(intake.data?.held.transactions ?? 0)}
    </ButtonLink>
  );
}
