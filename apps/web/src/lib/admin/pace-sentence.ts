import type { VotePace } from '@abato/contracts';
import { formatCount, formatPercent } from '@/lib/format';
import { adminCharts, votePace as t } from '@/texts/en/admin-charts';

export const votesInWords = (count: number) => adminCharts.voteCount(formatCount(count), count);

/** An alarm about unusual votes in words. */
export function paceSentence(alarm: VotePace['alarms'][number], pace: VotePace): string {
  if (alarm === 'SURGE') return t.SURGE(votesInWords(pace.minuteVotes), votesInWords(pace.usualVotes));
  return t.ONE_PHONE(formatPercent(pace.phoneShare ?? 0));
}
