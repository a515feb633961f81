import { UNKNOWN_BROWSER_VOTES as RULE } from '@abato/contracts';
import { WINDOW_MINUTES } from './free-vote-window.js';

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
