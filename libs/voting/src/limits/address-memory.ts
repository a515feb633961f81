import { NEIGHBOURS_PER_ADDRESS, VOTES_PER_ADDRESS } from '@abato/contracts';
import { type FreeVote, lastDigits, RATE_MINUTES, WINDOW_MINUTES } from './free-vote.js';
import { AddressVotes, BrowserVotes, OutsideVotes } from './shared-allowances.js';

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
  }

  /** A vote that was counted in this minute and not written after all. */
  giveBack(vote: FreeVote, minute: number): void {
    this.outsideOf(vote)?.giveBack(vote.votes, minute);
    this.browsersOf(vote)?.giveBack(vote.unknown, vote.votes, minute);
    this.crowdOf(vote)?.giveBack(vote.votes, minute);
  }

  /** @returns votes of the address whose numbers are not proven; null where none are counted */
  crowdOf({ contestId, crowd }: FreeVote): AddressVotes | null {
    if (!crowd) return null;
    const key = `${contestId} ${crowd.address.toString('base64url')}`;
    const known = this.ofAddress.get(key) ?? new AddressVotes();
    remember(this.ofAddress, key, known);
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
