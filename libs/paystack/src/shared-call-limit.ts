import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type Clock, type RedisClient, RedisScript } from '@abato/platform';
import {
  budgetOf,
  CALL_PURPOSES,
  type CallBudget,
  type CallPurpose,
  payerPace,
  WINDOW_SECONDS,
} from './call-budget.js';
import { ProviderError } from './errors.js';

/** While the provider's window lasts, one call in so long finds out whether it still refuses. */
const PROBE_EVERY_MS = 10_000;
/** A pause is forgotten so long after the provider's window, also when no probe has succeeded. */
const PAUSE_KEPT_MS = 60_000;

const TAKE = new RedisScript(import.meta.url, './take-call.lua');
const WAIT_FOR_TURN = new RedisScript(import.meta.url, './wait-for-turn.lua');
/** What take-call.lua answers for a call that probes a paused endpoint. */
const PROBE = -1;
/** Without Redis no process knows what the others do: each then takes a tenth of what is reserved for each purpose. */
const SHARE_ALONE = 0.1;
/** A payer whose turn has come asks again after this at the latest: a probe may have ended the pause. */
const MOST_WAIT_MS = 60_000;
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

/** What is known of a call before it is made. */
export interface CallToPass {
  /** Name of the call, for example `verify`: a 429 holds for its endpoint only. */
  endpoint?: string;
  /** Who waits for it; absent for calls that no payer begins. */
  payer?: Payer;
}

/** Asked before every call to the provider. */
export interface CallGate {
  /** @throws ProviderError 'rate-limited' with the seconds to wait, and the position of a payer who waits: nothing was sent */
  pass(purpose: CallPurpose, call?: CallToPass): Promise<void>;
  /** The provider said that this endpoint is asked too much. @param seconds until its window ends */
  refused(endpoint: string, seconds: number): Promise<void>;
  /** The provider answered, and not with a 429. */
  answered(endpoint: string): Promise<void>;
}

/**
 * One budget of calls for all processes, kept in Redis, below what the account is allowed. Payers share it in a waiting room. A 429
 * that one process gets pauses that endpoint for all of them until the provider's window ends, but for single probes. While Redis
 * is away each process keeps to a small share.
 */
export class SharedCallLimit implements CallGate {
  private readonly budget: CallBudget;
  /** While Redis is away: calls of the last minute by purpose, and paused endpoints. */
  private readonly alone: Map<CallPurpose, RateLimiterMemory>;
  private readonly paused = new RateLimiterMemory({ points: 1, duration: WINDOW_SECONDS });
  private readonly probed = new Set<string>();

  /** @param key prefix of the keys in Redis, one per account at the provider */
  constructor(
    private readonly redis: RedisClient,
    callsPerMinute: number,
    private readonly clock: Clock,
    private readonly key = 'abato:provider-calls',
  ) {
    this.budget = budgetOf(callsPerMinute);
    const { reserved } = budgetOf(callsPerMinute, SHARE_ALONE);
    const limit = (points: number): RateLimiterMemory =>
      new RateLimiterMemory({ points: Math.max(1, points), duration: WINDOW_SECONDS });
    this.alone = new Map(CALL_PURPOSES.map((purpose) => [purpose, limit(reserved[purpose])]));
  }

  async pass(purpose: CallPurpose, { endpoint = purpose, payer }: CallToPass = {}): Promise<void> {
    const now = this.clock.now().getTime();
    const turn = payer ? await this.turn(payer, now, '') : null;
    if (turn && turn.waitMs > 0) throw heldBack(turn.waitMs, turn.position);
    const waitMs = await this.take(purpose, endpoint, now);
    if (waitMs === 0) return;
    const back = payer && turn ? await this.turn(payer, now, turn.tag) : null;
    throw back
      ? heldBack(Math.max(Math.min(waitMs, MOST_WAIT_MS), back.waitMs), back.position)
      : heldBack(waitMs);
  }

  async refused(endpoint: string, seconds: number): Promise<void> {
    const now = this.clock.now().getTime();
    const until = now + seconds * 1000;
    this.probed.delete(endpoint);
    await this.paused.block(endpoint, seconds);
    const key = this.pauseKey(endpoint);
    await this.redis
      .multi()
      .hset(key, { until, next: Math.min(until, now + PROBE_EVERY_MS) })
      .pexpire(key, Math.ceil(until - now + PAUSE_KEPT_MS))
      .exec()
      .catch(() => undefined);
  }

  async answered(endpoint: string): Promise<void> {
    if (!this.probed.delete(endpoint)) return;
    await this.paused.delete(endpoint);
    await this.redis.del(this.pauseKey(endpoint)).catch(() => undefined);
  }

  /**
   * Shares out the calls that begin payments before the shared budget is asked. Senders (networks and phones) take turns, contests
   * share; what one of them does not want goes to the others. A payer who must wait is told position and time, and keeps the
   * position by asking again with the same vote.
   * @param tag of an unused turn that is given back: the payer waits at the same place. Empty: asks for a turn
   * @returns null while Redis is away
   */
  private async turn(payer: Payer, nowMs: number, tag: string): Promise<Turn | null> {
    const { ticket, contestId, address, phone } = payer;
    const { burst, perMinute } = payerPace(this.budget);
    const room = `${this.key}:payers`;
    const keys = [
      room,
      `${room}:leaving`,
      `${room}:state`,
      address === null ? '' : `${room}:address:${address}`,
      phone === null ? '' : `${room}:phone:${phone}`,
      `${room}:contest:${contestId}`,
    ];
    const ahead = perMinute * MINUTES_AHEAD;
    const values = [nowMs, ticket, burst, perMinute, GRACE_MS, ahead, MOST_TICKETS, tag];
    const answer = await WAIT_FOR_TURN.run(this.redis, keys, values).catch(() => null);
    if (!answer) return null;
    const [waitMs, position, own] = answer as [number, number, string];
    return { waitMs, position, tag: own };
  }

  private async take(purpose: CallPurpose, endpoint: string, now: number): Promise<number> {
    const { total, reserved } = this.budget;
    const reserves = CALL_PURPOSES.flatMap((one) => [one, reserved[one]]);
    const keys = [this.key, this.pauseKey(endpoint)];
    let wait: number;
    try {
      wait = Number(await TAKE.run(this.redis, keys, [now, purpose, total, ...reserves]));
    } catch {
      return this.takeAlone(purpose, endpoint);
    }
    if (wait > 0) return wait;
    if (wait === PROBE) this.probed.add(endpoint);
    // Remembered, so that the loss of Redis in mid-window does not begin a new allowance.
    await this.alone.get(purpose)?.penalty(purpose);
    return 0;
  }

  private async takeAlone(purpose: CallPurpose, endpoint: string): Promise<number> {
    const pause = await this.paused.get(endpoint);
    if (pause) return pause.msBeforeNext;
    const calls = this.alone.get(purpose)?.consume(purpose);
    return (
      calls?.then(
        () => 0,
        ({ msBeforeNext }: RateLimiterRes) => msBeforeNext,
      ) ?? 0
    );
  }

  private pauseKey(endpoint: string): string {
    return `${this.key}:pause:${endpoint}`;
  }
}

/** @property waitMs 0: the turn is taken. @property tag empty when there was no room for a ticket */
interface Turn {
  waitMs: number;
  position: number;
  tag: string;
}

function heldBack(waitMs: number, position?: number): ProviderError {
  const retryAfter = Math.ceil(waitMs / 1000);
  return new ProviderError('rate-limited', 'our share of calls is used up', {
    retryAfter,
    ...(position !== undefined && { position }),
  });
}
