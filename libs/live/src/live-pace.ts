import { Inject, Injectable } from '@nestjs/common';
import { type Environment, ENVIRONMENT } from '@abato/platform';
import type { CrowdRule } from './leaders.js';

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
