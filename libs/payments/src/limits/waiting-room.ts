import { RedisScript, type RedisClient } from '@abato/platform';
import type { PayerPace } from './call-budget.js';

const WAIT_FOR_TURN = new RedisScript(import.meta.url, './wait-for-turn.lua');
/** A payer who does not come back within this after the promised time has given up. */
const GRACE_MS = 20_000;
/** One sender may have as many tickets waiting as are served in so many minutes. */
const MINUTES_AHEAD = 5;
const MOST_TICKETS = 20_000;

/** A payer who wants to begin a payment, as fair shares see it. Texts are digests: Redis knows no number and no address. */
export interface Payer {
  /** The vote: asking again for it keeps its position. */
  ticket: string;
  contestId: string;
  /** Network that the request comes from; null where addresses do not count. */
  address: string | null;
  phone: string | null;
}

/** @property waitMs 0: the turn is taken. @property tag empty when there was no room for a ticket */
export interface Turn {
  waitMs: number;
  position: number;
  tag: string;
}

/**
 * Shares out the calls that begin payments before the shared budget is asked. Senders (networks and phones) take turns, contests
 * share; what one of them does not want goes to the others. A payer who must wait is told position and time, and keeps the
 * position by asking again with the same vote.
 */
export class WaitingRoom {
  constructor(
    private readonly redis: RedisClient,
    private readonly pace: PayerPace,
    private readonly key: string,
  ) {}

  /** @throws when Redis is away */
  ask(payer: Payer, nowMs: number): Promise<Turn> {
    return this.run(payer, nowMs, '');
  }

  /** Give an unused turn back: the payer waits at the same place. @param tag of the turn @throws when Redis is away */
  goBack(payer: Payer, nowMs: number, tag: string): Promise<Turn> {
    return this.run(payer, nowMs, tag);
  }

  private async run(payer: Payer, nowMs: number, tag: string): Promise<Turn> {
    const { ticket, contestId, address, phone } = payer;
    const { burst, perMinute } = this.pace;
    const room = `${this.key}:payers`;
    const keys = [
      ...[room, `${room}:leaving`, `${room}:state`],
      address === null ? '' : `${room}:address:${address}`,
      phone === null ? '' : `${room}:phone:${phone}`,
      `${room}:contest:${contestId}`,
    ];
    const ahead = perMinute * MINUTES_AHEAD;
    const values = [nowMs, ticket, burst, perMinute, GRACE_MS, ahead, MOST_TICKETS, tag];
    const [waitMs, position, own] = (await WAIT_FOR_TURN.run(this.redis, keys, values)) as [
      number,
      number,
      string,
    ];
    return { waitMs, position, tag: own };
  }
}
