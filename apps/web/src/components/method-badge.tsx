import type { PaymentMethod } from '@abato/contracts';
import { Badge } from './badge';

/** Provider blue, manual purple (specification §2, payments screen). */
export function MethodBadge({ method }: { method: PaymentMethod }) {
  return <Badge tone={method === 'MANUAL' ? 'purple' : 'blue'}>{method}</Badge>;
}
