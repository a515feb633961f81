import type { RehearsalView } from '@abato/contracts';
import { Badge, type BadgeTone } from '@/components/badge';
import { adminRehearsals as t } from '@/texts/en/admin-rehearsals';

const tones: Record<RehearsalView['state'], BadgeTone> = {
  WAITING: 'yellow',
  RUNNING: 'blue',
  DONE: 'green',
  STOPPED: 'gray',
  INTERRUPTED: 'red',
  FAILED: 'red',
};

export function StateBadge({ state }: Pick<RehearsalView, 'state'>) {
  return <Badge tone={tones[state]}>{t.states[state]}</Badge>;
}
