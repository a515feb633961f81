import type { AfterRefund } from '@abato/contracts';
import { votesAfterRefund } from '@/texts/en/after-vote';
import { formatCedis, formatCount } from './format';

/** The number of votes; once money went back, also how many of them count. */
export function votesText(cast: number, after: AfterRefund | null | undefined): string {
  if (!after) return formatCount(cast);
  return votesAfterRefund(
    formatCount(cast),
    formatCount(after.countedVotes),
    formatCedis(after.returnedAmount),
  );
}
