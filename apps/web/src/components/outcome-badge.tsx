import { outcomeNames } from '@/texts/en/outcomes';
import { Badge, type BadgeTone } from './badge';

type Outcome = keyof typeof outcomeNames;

/** Colours of the specification §2. */
const tones: Record<Outcome, BadgeTone> = {
  COMPLETED: 'green',
  PENDING: 'yellow',
  FAILED: 'red',
  APPROVED: 'green',
  REJECTED: 'red',
};

/** Of votes, payments and approvals. */
export function OutcomeBadge({ status, className }: { status: Outcome; className?: string }) {
  return (
    <Badge tone={tones[status] ?? 'gray'} className={className}>
      {outcomeNames[status] ?? status}
    </Badge>
  );
}
