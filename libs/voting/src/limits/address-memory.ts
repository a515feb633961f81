import {
  NEIGHBOURS_PER_ADDRESS,
  OUTSIDE_VOTES,
  UNKNOWN_BROWSER_VOTES as RULE,
  VOTES_PER_ADDRESS,
} from '@abato/contracts';
import {
  ADDRESS_SLOTS,
  type FreeVote,
  lastDigits,
  mostOfAddress,
  OUTSIDE_SLOTS,
  RATE_MINUTES,
  slotOf,
  WINDOW_MINUTES,
} from './free-vote.js';

/** Votes of one allowance by slot, in this process: what charge-free-votes.lua keeps as "slot:votes;". */
class VotesBySlot {
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
    return this.sums(ADDRESS_SLOTS, minute).sum + wanted > mostOfAddress(limit);
  }
}

/** Votes of known and unknown browsers, for when Redis is away: the rule of charge-free-votes.lua, of one contest, in this process. */
export class BrowserVotes {
  private span = 0;
  private unknown = 0;
  private known = 0;
  private usual = 0;
  private lastMinute = -Infinity;
  private readonly byNetwork = new Map<string, number>();

  /** @param networks of an unknown browser; null for a known one, which may always */
  isOver(networks: { network: Buffer; wider: Buffer } | null, wanted: number, minute: number): boolean {
    this.turn(minute);
    if (!networks) return false;
    const most = Math.max(RULE.most, Math.floor((this.usual * RULE.knownPercent) / 100));
    const share = (percent: number): number => Math.floor((most * percent) / 100);
    return (
      this.unknown + wanted > most ||
      this.of(networks.network) + wanted > share(RULE.networkPercent) ||
      this.of(networks.wider) + wanted > share(RULE.widerPercent)
    );
  }

  /** Count votes, also those that Redis has let through: while it is away, they are not let through again. */
  note(networks: { network: Buffer; wider: Buffer } | null, votes: number, minute: number): void {
    this.turn(minute);
    if (!networks) {
      this.known += votes;
      return;
    }
    this.unknown += votes;
    for (const digest of [networks.network, networks.wider])
      this.byNetwork.set(digest.toString('base64url'), this.of(digest) + votes);
  }

  /** Votes that were counted in this minute and not written after all. */
  giveBack(networks: { network: Buffer; wider: Buffer } | null, votes: number, minute: number): void {
    if (Math.floor(minute / RULE.minutes) !== this.span) return;
    if (!networks) {
      this.known = Math.max(0, this.known - votes);
      return;
    }
    this.unknown = Math.max(0, this.unknown - votes);
    for (const digest of [networks.network, networks.wider])
      this.byNetwork.set(digest.toString('base64url'), Math.max(0, this.of(digest) - votes));
  }

  private of(digest: Buffer): number {
    return this.byNetwork.get(digest.toString('base64url')) ?? 0;
  }

  /** What was usual changes with each span; digests of networks are forgotten with it. */
  private turn(minute: number): void {
    const span = Math.floor(minute / RULE.minutes);
    // As the key in Redis, which expires.
    const isForgotten = minute - this.lastMinute >= WINDOW_MINUTES;
    this.lastMinute = minute;
    if (span <= this.span && !isForgotten) return;
    if (isForgotten) this.usual = 0;
    else {
      this.usual = Math.floor((this.usual * (RULE.usual - 1) + this.known) / RULE.usual);
      for (let at = this.span + 2; at <= span; at++)
        this.usual = Math.floor((this.usual * (RULE.usual - 1)) / RULE.usual);
    }
    this.span = span;
    [this.unknown, this.known] = [0, 0];
    this.byNetwork.clear();
  }
}

/** Entries of each kind; more forget the oldest, which only makes this process more trusting. */
const MAX_ENTRIES = 20_000;

/**
 * What addresses do, while Redis is away: no table holds an address, so each process remembers what it sees itself. Looser than
 * with Redis, never nothing.
 */
export class AddressMemory {
  private readonly given = new Map<string, number>();
  private readonly fromOutside = new Map<string, OutsideVotes>();
  private readonly byBrowser = new Map<string, BrowserVotes>();
  private readonly ofNewVoters = new Map<string, AddressVotes>();
  private readonly ofAddress = new Map<string, AddressVotes>();
  private readonly near = new Map<string, { from: number; tails: Set<string> }>();

  /** Count votes. @returns whether the address is over its rate */
  isFast({ contestId, address }: FreeVote, votes: number, minute: number): boolean {
    if (!address) return false;
    const key = `${contestId} ${address.toString('base64url')} ${Math.floor(minute / RATE_MINUTES)}`;
    const given = (this.given.get(key) ?? 0) + votes;
    remember(this.given, key, given);
    return given > VOTES_PER_ADDRESS;
  }

  /** @returns votes from outside networks of the vote's contest; null when it comes from another */
  outsideOf({ contestId, isOutside }: FreeVote): OutsideVotes | null {
    if (!isOutside) return null;
    const known = this.fromOutside.get(contestId) ?? new OutsideVotes();
    remember(this.fromOutside, contestId, known);
    return known;
  }

  /** Count a vote that counts, also one that Redis has let through: while it is away, it is not let through again. */
  noteCounted(vote: FreeVote, minute: number): void {
    this.outsideOf(vote)?.note(vote.votes, minute);
    this.browsersOf(vote)?.note(vote.unknown, vote.votes, minute);
    this.crowdOf(vote)?.note(vote.votes, minute);
    this.newVotersOf(vote)?.note(vote.votes, minute);
  }

  /** A vote that was counted in this minute and not written after all. */
  giveBack(vote: FreeVote, minute: number): void {
    this.outsideOf(vote)?.giveBack(vote.votes, minute);
    this.browsersOf(vote)?.giveBack(vote.unknown, vote.votes, minute);
    this.crowdOf(vote)?.giveBack(vote.votes, minute);
    this.newVotersOf(vote)?.giveBack(vote.votes, minute);
  }

  /** @returns votes of the address whose numbers are not proven; null where none are counted */
  crowdOf({ contestId, crowd }: FreeVote): AddressVotes | null {
    if (!crowd) return null;
    const key = `${contestId} ${crowd.address.toString('base64url')}`;
    const known = this.ofAddress.get(key) ?? new AddressVotes();
    remember(this.ofAddress, key, known);
    return known;
  }

  /**
   * @returns votes of new voters of the contest; null for a browser whose token is old enough: known numbers and what is usual are kept in Redis only, so
   * that the rule about surges has one form, and without it a fixed number of votes is let through
   */
  newVotersOf({ contestId, surge }: FreeVote): AddressVotes | null {
    if (!surge || surge.isSettled) return null;
    const known = this.ofNewVoters.get(contestId) ?? new AddressVotes();
    remember(this.ofNewVoters, contestId, known);
    return known;
  }

  /** @returns votes of the contest by known and unknown browsers; null where addresses do not count */
  browsersOf({ contestId, address }: FreeVote): BrowserVotes | null {
    if (!address) return null;
    const known = this.byBrowser.get(contestId) ?? new BrowserVotes();
    remember(this.byBrowser, contestId, known);
    return known;
  }

  /** Note a number that votes. @returns whether too many of its neighbours did from the same address */
  isOneOfMany(vote: FreeVote, minute: number): boolean {
    if (!vote.neighbours) return false;
    const key = `${vote.contestId} ${vote.neighbours.toString('base64url')}`;
    const known = this.near.get(key);
    const entry =
      known && known.from > minute - WINDOW_MINUTES ? known : { from: minute, tails: new Set<string>() };
    entry.tails.add(lastDigits(vote));
    remember(this.near, key, entry);
    return entry.tails.size > NEIGHBOURS_PER_ADDRESS;
  }
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  if (map.size >= MAX_ENTRIES && !map.has(key)) map.delete(map.keys().next().value as string);
  map.set(key, value);
}
