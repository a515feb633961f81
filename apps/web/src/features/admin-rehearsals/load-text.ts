import type { RehearsalView } from '@abato/contracts';
import { formatCount } from '@/lib/format';
import { adminRehearsals as t } from '@/texts/en/admin-rehearsals';

/** "300 votes a second (steady), 500 viewers, 8 minutes". */
export function loadText({ votesPerSecond, viewers, minutes, shape }: RehearsalView): string {
  return t.load(formatCount(votesPerSecond), formatCount(viewers), String(minutes), t.shapes[shape]);
}
