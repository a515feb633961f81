import type { SettlementDifference } from '@abato/contracts';
import { formatCedis, formatDate } from '@/lib/format';
import { adminSettlements } from '@/texts/en/admin-settlements';

const t = adminSettlements.unexplained;

/** What is not explained about a payout, in plain words. */
export function differenceText(difference: SettlementDifference): string {
  const { providerId, reference, day } = difference;
  const [number, payment] = [providerId ?? '', reference ?? ''];
  const [theirs, ours] = [formatCedis(difference.theirs ?? 0), formatCedis(difference.ours ?? 0)];
  switch (difference.class) {
    case 'amount':
      return t.amount(number, theirs, ours);
    case 'unknown-payment':
    case 'paid-twice':
      return t[difference.class](number, payment);
    case 'deductions':
      return t.deductions(theirs, ours);
    case 'failed':
      return t.failed(number, ours);
    case 'missing':
      return t.missing(ours, day ? formatDate(day) : '');
  }
}
