import type { StageState } from '@abato/contracts';
import type { StageRemote } from './stage-remote.entity.js';

/** A scene that only the remote can end lasts so long after the remote was last heard. */
export const LEASE_MS = 5 * 60_000;

/** The stage turns by itself. */
export const TURNING = { scene: 'ROTATION', categoryId: null, step: 0, black: false } as const;

/** What is stored of a contest's remote and stage. */
export type StageRow = Pick<
  StageRemote,
  'sessionExpiresAt' | 'seenAt' | 'sequence' | 'scene' | 'categoryId' | 'step' | 'black' | 'changedAt'
>;

/** A stage's state with moments instead of durations: the same for every reading until something changes. */
export interface StageMoment extends Omit<StageState, 'elapsedMs' | 'leaseMs'> {
  /** Milliseconds since 1970. */
  since: number;
  until: number | null;
}

/**
 * What the stage shows. Without a connected remote it turns by itself. A black screen, a reveal and a winner end when the remote was not heard
 * for five minutes; a pinned or paused slide hides nothing and stays until the remote's session ends.
 */
export function stageMoment(contestId: string, row: StageRow | null, now: Date): StageMoment {
  const turning = { contestId, sequence: row?.sequence ?? 0, remote: false, ...TURNING, until: null };
  if (!row) return { ...turning, since: 0 };
  const end = row.sessionExpiresAt?.getTime() ?? 0;
  if (end <= now.getTime()) return { ...turning, since: row.changedAt.getTime() };
  const held = row.black || row.scene === 'REVEAL' || row.scene === 'WINNER';
  const leaseEnd = (row.seenAt?.getTime() ?? 0) + LEASE_MS;
  if (held && leaseEnd <= now.getTime()) return { ...turning, remote: true, since: leaseEnd, until: end };
  const { sequence, scene, categoryId, step, black } = row;
  const until = held ? Math.min(leaseEnd, end) : end;
  const since = row.changedAt.getTime();
  return { contestId, sequence, remote: true, scene, categoryId, step, black, since, until };
}

/** As it is sent: durations, because the clocks of stages differ. */
export function stageState({ since, until, ...state }: StageMoment, now: Date): StageState {
  return {
    ...state,
    elapsedMs: since === 0 ? 0 : Math.max(0, now.getTime() - since),
    leaseMs: until === null ? null : Math.max(0, until - now.getTime()),
  };
}
