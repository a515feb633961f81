/** What the product uses of the load generator. */

export type Shape = 'STEADY' | 'RISING' | 'PEAK';

interface Database {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Milliseconds. */
export interface Percentiles {
  count: number;
  mean: number;
  p50: number;
  p90: number;
  p95: number;
  p99: number;
  p999: number;
  max: number;
}

export interface LoadProgress {
  sent: number;
  accepted: number;
  refused: number;
  broken: number;
  closedIdle: number;
  /** Viewers that lost their connection. */
  closed: number;
  /** Milliseconds. */
  answerP95: number;
  screenP95: number;
}

export interface LoadReport {
  contestId: string;
  asked: { votesPerSecond: number; viewers: number; minutes: number; contestants: number; shape: Shape };
  seconds: number;
  votes: {
    sent: number;
    accepted: number;
    refused: number;
    /** Due, and not answered until a while after the end. */
    unanswered: number;
    brokenConnections: number;
    closedIdle: number;
    perSecond: number;
    counted: number;
    lost: number;
    noneLost: boolean;
    firstFailure?: string;
  };
  viewers: { lost: number; allUpToDate: boolean };
  milliseconds: { answer: Percentiles; screen: Percentiles };
  /** A person ended the load before its time. */
  stopped: boolean;
  /** null when it was stopped. */
  verdict: { ready: boolean; voters: number; text: string; reasons: string[] } | null;
}

export function rehearse(
  db: Database,
  options: {
    url: string;
    votesPerSecond: number;
    viewers: number;
    minutes: number;
    contestants: number;
    categories?: number;
    shape?: Shape;
    contestId?: string;
    stop?: AbortSignal;
    abort?: AbortSignal;
    progressEveryMs?: number;
    onProgress?: (progress: LoadProgress) => void;
    say: (text: string) => void;
  },
): Promise<LoadReport>;
/** What was under way when a rehearsal failed. */
export type Phase = 'contest' | 'visible' | 'viewers' | 'votes' | 'count';

export function persistently<T>(
  work: () => Promise<T>,
  options?: { signal?: AbortSignal; withinMs?: number; pauseMs?: number },
): Promise<T>;
export function archiveRehearsal(db: Database, contestId: string): Promise<void>;
export const SHAPES: Readonly<Record<Shape, { at: (moment: number) => number; mean: number }>>;
