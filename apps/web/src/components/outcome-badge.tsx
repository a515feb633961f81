import type { PaymentMethod } from '@abato/contracts';
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

/** Provider blue, manual purple (specification §2, payments screen). */
export function MethodBadge({ method }: { method: PaymentMethod }) {
  return <Badge tone={method === 'MANUAL' ? 'purple' : 'blue'}>{method}</Badge>;
}
