import { Inject, Injectable } from '@nestjs/common';
import type { ContestTally } from '@abato/contracts';
import { type Environment, ENVIRONMENT } from '@abato/platform';

export type PaceSettings = Pick<
  Environment,
  'LIVE_INTERVAL_MS' | 'LIVE_SLOW_INTERVAL_MS' | 'LIVE_SLOW_VIEWERS'
>;

export type CrowdSettings = Pick<
  Environment,
  'LIVE_LEADERS' | 'LIVE_LEADERS_VIEWERS' | 'LIVE_LEADERS_CONTESTANTS' | 'LIVE_REST_INTERVAL_MS'
>;

/** The pace is the fastest up to this share of the viewers at which it is the slowest. */
const FAST_SHARE = 0.01;

/**
 * The pause between two messages about one contest, in milliseconds: for hundreds of viewers as short as an eye can follow, for a hundred thousand
 * as long as the network asks for; between the two, each doubling of viewers makes it longer by the same factor.
 * @param viewers of the contest, over all processes
 */
export function pauseFor(viewers: number, settings: PaceSettings): number {
  const { LIVE_INTERVAL_MS: fastest, LIVE_SLOW_VIEWERS: most } = settings;
  const slowest = Math.max(fastest, settings.LIVE_SLOW_INTERVAL_MS);
  const least = most * FAST_SHARE;
  if (viewers <= least) return fastest;
  if (viewers >= most) return slowest;
  const share = Math.log(viewers / least) / Math.log(1 / FAST_SHARE);
  return Math.round(fastest * (slowest / fastest) ** share);
}

/** How often the viewers of each contest are sent counts, and which. */
@Injectable()
export class LivePace {
  /** Viewers of contests over all processes, as last heard of; who is away from Redis hears nothing. */
  private elsewhere: ReadonlyMap<string, number> = new Map();

  constructor(@Inject(ENVIRONMENT) private readonly settings: PaceSettings & CrowdSettings) {}

  /** @param viewers of all processes together, by contest */
  note(viewers: ReadonlyMap<string, number>): void {
    this.elsewhere = viewers;
  }

  /** @param own viewers of the contest on this process @returns milliseconds */
  pauseOf(contestId: string, own: number): number {
    return pauseFor(this.viewersOf(contestId, own), this.settings);
  }

  /**
   * @param own viewers of the contest on this process
   * @param contestants of the contest
   * @returns null where every message names all that changed
   */
  crowdOf(contestId: string, own: number, contestants: number): CrowdRule | null {
    const { LIVE_LEADERS: first, LIVE_REST_INTERVAL_MS: restMs, ...from } = this.settings;
    const viewers = this.viewersOf(contestId, own);
    const isCrowd = viewers >= from.LIVE_LEADERS_VIEWERS || contestants >= from.LIVE_LEADERS_CONTESTANTS;
    return isCrowd ? { first, restMs } : null;
  }

  private viewersOf(contestId: string, own: number): number {
    return Math.max(own, this.elsewhere.get(contestId) ?? 0);
  }
}

/** What a crowd is told of a contest at its pace: the first places of each category. The other contestants follow within `restMs`. */
export interface CrowdRule {
  first: number;
  restMs: number;
}

/** @returns by category, the count from which on a contestant is among the first; with a tie all who have it are */
export function leastOfFirst(
  { contestants }: Pick<ContestTally, 'contestants'>,
  first: number,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number[]>();
  for (const { categoryId, votes } of contestants) {
    const ofCategory = counts.get(categoryId);
    if (ofCategory) ofCategory.push(votes);
    else counts.set(categoryId, [votes]);
  }
  const least = new Map<string, number>();
  for (const [categoryId, votes] of counts) {
    votes.sort((a, b) => b - a);
    least.set(categoryId, votes[Math.min(first, votes.length) - 1] ?? 0);
  }
  return least;
}

/**
 * The part of a change that a crowd is told at once. Its version is half a version less: who knows it knows the first places of the
 * whole version and not yet the rest, so that the message with all, which has the whole version, is newer.
 * @param least what `leastOfFirst` returned for the contest
 */
export function leadersOf(changed: ContestTally, least: ReadonlyMap<string, number>): ContestTally {
  return {
    ...changed,
    version: changed.version - 0.5,
    contestants: changed.contestants.filter(({ categoryId, votes }) => votes >= (least.get(categoryId) ?? 0)),
  };
}
