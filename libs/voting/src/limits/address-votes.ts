import { ADDRESS_VOTES } from '@abato/contracts';
import { VotesBySlot } from './votes-by-slot.js';

/** Slots whose votes are counted together: ten minutes never touch more. */
export const ADDRESS_SLOTS = 3;

/** The rule of charge-free-votes.lua for votes of one address whose numbers are not proven, for when Redis is away: in this process. */
export class AddressVotes extends VotesBySlot {
  constructor() {
    super(ADDRESS_SLOTS);
  }

  /**
   * @param limit votes that one number may give in an hour
   * @returns whether so many votes are more than the address may give
   */
  isOver(wanted: number, limit: number, minute: number): boolean {
    const most = Math.max(ADDRESS_VOTES.most, ADDRESS_VOTES.voters * limit);
    return this.sums(ADDRESS_SLOTS, minute).sum + wanted > most;
  }
}
