import type { AfterRefund } from '@abato/contracts';
import { afterRefundTexts } from '@/texts/en/after-refund';
import { formatCedis, formatCount } from './format';

/** The number of votes; once money went back, also how many of them count. */
export function votesText(cast: number, after: AfterRefund | null | undefined): string {
  if (!after) return formatCount(cast);
  return afterRefundTexts.votes(
    formatCount(cast),
    formatCount(after.countedVotes),
    formatCedis(after.returnedAmount),
  );
}
