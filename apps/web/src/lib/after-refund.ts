import type { AfterRefund } from '@abato/contracts';
import { afterRefundText } from '@/texts/en/after-refund';
import { formatCedis, formatCount } from './format';

/** The number of votes; once money went back, also how many of them count. */
export function votesText(cast: number, after: AfterRefund | null | undefined): string {
  if (!after) return formatCount(cast);
  return afterRefundText(
    formatCount(cast),
    formatCount(after.countedVotes),
    formatCedis(after.returnedAmount),
  );
}
