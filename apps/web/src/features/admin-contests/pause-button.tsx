import type { ContestView } from '@abato/contracts';
import { Pause, Play } from 'lucide-react';
import { GuardedButton } from '@/components/admin/guarded-button';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { adminContests } from '@/texts/en/admin-contests';
import { togglePause } from './api';

/** Pausing is offered only while a contest is ACTIVE or PAUSED (specification §4). */
export function isPausable({ status }: Pick<ContestView, 'status'>): boolean {
  return status === 'ACTIVE' || status === 'PAUSED';
}

export function useTogglePause() {
  return useAdminAction({
    run: togglePause,
    success: (_before, after) => (after.isPaused ? adminContests.paused : adminContests.resumed),
  });
}

export function PauseButton({ contest, refusal }: { contest: ContestView; refusal?: string }) {
  const toggle = useTogglePause();
  const t = adminContests.card;
  if (!isPausable(contest)) return null;
  const { isPaused, title, id } = contest;
  return (
    <GuardedButton
      variant="outline"
      size="sm"
      refusal={refusal}
      busy={toggle.isPending}
      aria-label={isPaused ? t.resumeNamed(title) : t.pauseNamed(title)}
      icon={isPaused ? Play : Pause}
      onClick={() => toggle.mutate(contest)}
      data-testid={`toggle-pause-${id}`}
    >
      {isPaused ? t.resume : t.pause}
    </GuardedButton>
  );
}
