import { OUTSIDE_VOTES } from '@abato/contracts';

/**
 * Votes from outside networks are counted in slots: those of the last `allowed` ones may be `OUTSIDE_VOTES`, or twice the usual of the
 * `usual` ones before, but not more than `mostTimes` as many.
 */
export const OUTSIDE_SLOTS = { minutes: 5, allowed: 4, usual: 36 } as const;

/** The rule of charge-free-votes.lua for votes from outside networks, for when Redis is away: of one contest, in this process. */
export class OutsideVotes {
  private readonly bySlot = new Map<number, number>();

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

  /** Count votes that Redis has let through: while it is away, they are not let through again. */
  note(votes: number, minute: number): void {
    const slot = slotOf(minute);
    this.bySlot.set(slot, (this.bySlot.get(slot) ?? 0) + votes);
  }

  /** Votes that were counted in this minute and not written after all. */
  giveBack(votes: number, minute: number): void {
    const left = (this.bySlot.get(slotOf(minute)) ?? 0) - votes;
    if (left > 0) this.bySlot.set(slotOf(minute), left);
    else this.bySlot.delete(slotOf(minute));
  }

  private at(minute: number): { sum: number; times: number } {
    const { allowed, usual } = OUTSIDE_SLOTS;
    const slot = slotOf(minute);
    let [sum, earlier] = [0, 0];
    for (const [at, votes] of this.bySlot) {
      if (at > slot - allowed) sum += votes;
      else if (at > slot - allowed - usual) earlier += votes;
      else this.bySlot.delete(at);
    }
    const usualTimes = (2 * earlier * allowed) / usual / OUTSIDE_VOTES.most;
    return { sum, times: Math.min(OUTSIDE_VOTES.mostTimes, Math.max(1, usualTimes)) };
  }
}

/** @param minute minutes since 1970 */
export const slotOf = (minute: number): number => Math.floor(minute / OUTSIDE_SLOTS.minutes);
