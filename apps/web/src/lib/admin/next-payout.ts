import type { HostBalance } from '@abato/contracts';
import { formatCedis, formatDate } from '@/lib/format';
import { adminSettlements } from '@/texts/en/admin-settlements';

const t = adminSettlements.next;

/**
 * The next payout of a host, in words.
 * @param today YYYY-MM-DD in Ghana
 */
export function nextPayoutText(
  { nextPayout, onTheWay }: Pick<HostBalance, 'nextPayout' | 'onTheWay'>,
  today: string,
): { value: string; note: string } {
  if (!nextPayout)
    return onTheWay > 0 ? { value: t.unknown, note: t.unknownNote } : { value: t.none, note: t.noneNote };
  const { day, amount, announced } = nextPayout;
  const announcement = day < today ? t.late : t.announced;
  return { value: formatCedis(amount), note: (announced ? announcement : t.expected)(formatDate(day)) };
}
