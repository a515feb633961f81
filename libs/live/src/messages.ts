import type { ContestTally } from '@abato/contracts';

/** A tally with what was counted after the contest's end set apart; processes of an earlier release leave it out. */
export interface FoldedTally extends Omit<ContestTally, 'contestants'> {
  /** The last version that changed counts from before the end. */
  versionAtEnd?: number;
  contestants: (ContestTally['contestants'][number] & { votesAfterEnd?: number })[];
}

/**
 * What processes tell each other over Redis pub/sub. Hints only: who misses one notices by version or by time and asks
 * PostgreSQL. Nothing here names a voter.
 */
export interface LiveMessages {
  /**
   * A drain committed: the contestants it changed, with absolute counts; `committedAt` (ms) only measures how old it gets,
   * `trace` says in which trace it was drained.
   */
  tally: FoldedTally & { committedAt?: number; trace?: string | undefined };
  /** A contest, its categories or its contestants changed: drop what is cached of it. */
  contest: { contestId: string };
  /** Payments of a contest changed. */
  payments: { contestId: string };
  /** A remote steered the stage of a contest, came or went. */
  stage: { contestId: string };
  /** A phone has dialled. @property room digest of the verification's id, which is a secret */
  verification: { room: string };
  /** A user's role, approval or token version changed: drop the cache, close the sockets. */
  user: { userId: string };
}

export type LiveTopic = keyof LiveMessages;
export const LIVE_TOPICS: readonly LiveTopic[] = [
  'tally',
  'contest',
  'payments',
  'stage',
  'verification',
  'user',
];
export const channelOf = (topic: LiveTopic): string => `abato:live:${topic}`;
