import { OUTSIDE_VOTES } from '@abato/contracts';
import { VotesBySlot } from './votes-by-slot.js';

/**
 * Votes from outside networks are counted in slots: those of the last `allowed` ones may be `OUTSIDE_VOTES`, or twice the usual of the
 * `usual` ones before, but not more than `mostTimes` as many.
 */
export const OUTSIDE_SLOTS = { allowed: 4, usual: 36 } as const;

/** The rule of charge-free-votes.lua for votes from outside networks, for when Redis is away: of one contest, in this process. */
export class OutsideVotes extends VotesBySlot {
  constructor() {
    super(OUTSIDE_SLOTS.allowed + OUTSIDE_SLOTS.usual);
  }

  /** @returns whether so many votes need a person check */
  needsProof(wanted: number, minute: number): boolean {
    const { sum, times } = this.at(minute);
    return sum + wanted > OUTSIDE_VOTES.unasked * times;
  }

  /** @returns whether so many votes are too many */
  isOver(wanted: number, minute: number): boolean {
    const { sum, times } = this.at(minute);
    return sum + wanted > OUTSIDE_VOTES.most * times;
  }

  private at(minute: number): { sum: number; times: number } {
    const { allowed, usual } = OUTSIDE_SLOTS;
    const { sum, before } = this.sums(allowed, minute);
    const usualTimes = (2 * before * allowed) / usual / OUTSIDE_VOTES.most;
    return { sum, times: Math.min(OUTSIDE_VOTES.mostTimes, Math.max(1, usualTimes)) };
  }
}
