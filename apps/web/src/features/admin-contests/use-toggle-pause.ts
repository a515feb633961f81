import type { ContestView } from '@abato/contracts';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { adminContests } from '@/texts/en/admin-contests';
import { togglePause } from './toggle-contest';

/** Pause or resume, with the toast that names what happened. */
export function useTogglePause() {
  return useAdminAction({
    run: (contest: ContestView) => togglePause(contest.id),
    success: (_before, after) => (after.isPaused ? adminContests.paused : adminContests.resumed),
  });
}

/** Pausing is offered only while a contest is ACTIVE or PAUSED (specification §4). */
export function isPausable({ status }: Pick<ContestView, 'status'>): boolean {
  return status === 'ACTIVE' || status === 'PAUSED';
}
