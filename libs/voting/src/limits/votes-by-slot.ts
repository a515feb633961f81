/** Minutes of a slot in which votes of shared allowances are counted. */
export const SLOT_MINUTES = 5;

/** @param minute minutes since 1970 */
export const slotOf = (minute: number): number => Math.floor(minute / SLOT_MINUTES);

/** Votes of one allowance by slot, in this process: what charge-free-votes.lua keeps as "slot:votes;". */
export class VotesBySlot {
  private readonly bySlot = new Map<number, number>();

  /** @param kept slots; older ones are forgotten */
  constructor(private readonly kept: number) {}

  /** Votes of so many slots, the running one included; `before`: of those before them. */
  sums(slots: number, minute: number): { sum: number; before: number } {
    const slot = slotOf(minute);
    let [sum, before] = [0, 0];
    for (const [at, votes] of this.bySlot) {
      if (at > slot - slots) sum += votes;
      else if (at > slot - this.kept) before += votes;
      else this.bySlot.delete(at);
    }
    return { sum, before };
  }

  /** Count votes, also those that Redis has let through: while it is away, they are not let through again. */
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
}
