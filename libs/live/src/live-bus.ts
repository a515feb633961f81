import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import type { ContestTally } from '@abato/contracts';
import type { RedisClient } from '@abato/platform';

/** A tally with what was counted after the contest's end set apart; processes of an earlier release leave it out. */
export interface TallyChange extends Omit<ContestTally, 'contestants'> {
  /** The last version that changed counts from before the end. */
  versionAtEnd?: number;
  contestants: (ContestTally['contestants'][number] & { votesAfterEnd?: number })[];
}

/**
 * What processes tell each other over Redis pub/sub. Hints only: who misses one notices by version or by time and asks
 * PostgreSQL. Nothing here names a voter.
 */
export interface LiveMessages {
  /**
   * A drain committed: the contestants it changed, with absolute counts; `committedAt` (ms) only measures how old it gets,
   * `trace` says in which trace it was drained.
   */
  tally: TallyChange & { committedAt?: number; trace?: string | undefined };
  /** A contest, its categories or its contestants changed: drop what is cached of it. */
  contest: { contestId: string };
  /** Payments of a contest changed. */
  payments: { contestId: string };
  /** A remote steered the stage of a contest, came or went. */
  stage: { contestId: string };
  /** A phone has dialled. @property room digest of the verification's id, which is a secret */
  verification: { room: string };
  /** A user's role, approval or token version changed: drop the cache, close the sockets. */
  user: { userId: string };
}

type LiveTopic = keyof LiveMessages;
const LIVE_TOPICS: readonly LiveTopic[] = ['tally', 'contest', 'payments', 'stage', 'verification', 'user'];
const channelOf = (topic: LiveTopic): string => `abato:live:${topic}`;

/** A subscriber says nothing by itself: asked this often, it notices that its server has vanished (see `socketTimeout`). */
const PING_MS = 5_000;
const RETRY_MS = 1_000;

/** Sends hints to every process. Only call it after the transaction has committed. */
export class LivePublisher {
  /** @param own what receives hints in this process, where there is one */
  constructor(
    private readonly redis: RedisClient,
    private readonly onError: (error: Error) => void,
    private readonly own?: Pick<LiveSubscriber, 'emit'>,
  ) {}

  /** Best effort: while Redis is away only this process hears of it. The others look for themselves when they are connected again. */
  async publish<T extends LiveTopic>(topic: T, message: LiveMessages[T]): Promise<void> {
    try {
      await this.redis.publish(channelOf(topic), JSON.stringify(message));
    } catch (error) {
      this.onError(error as Error);
      (this.own as EventEmitter | undefined)?.emit(topic, message);
    }
  }
}

/** Receives hints. Emits each topic, and `connected` whenever the subscription (re)starts: hints sent before are lost. */
export class LiveSubscriber extends EventEmitter<
  { [T in LiveTopic]: [LiveMessages[T]] } & { connected: [] }
> {
  private readonly topicOf = new Map(LIVE_TOPICS.map((topic) => [channelOf(topic), topic]));
  private attempts = 0;
  private refusal: string | undefined;

  /**
   * @param redis a connection of its own (`createSubscriber`): a subscribed connection can do nothing else
   * @param onRefused told once of each reason for which Redis refuses the subscription
   */
  constructor(
    private readonly redis: Redis,
    private readonly onRefused: (error: Error) => void = () => undefined,
  ) {
    super();
    this.setMaxListeners(50);
  }

  start(): void {
    this.redis.on('message', (channel: string, text: string) => {
      const topic = this.topicOf.get(channel);
      if (topic) (this as EventEmitter).emit(topic, JSON.parse(text));
    });
    if (this.redis.status === 'ready') void this.subscribe();
    this.redis.on('ready', () => void this.subscribe());
    setInterval(() => void this.redis.ping().catch(() => undefined), PING_MS).unref();
  }

  private async subscribe(): Promise<void> {
    const attempt = ++this.attempts;
    try {
      await this.redis.subscribe(...this.topicOf.keys());
    } catch (error) {
      // Otherwise the connection broke, and the next `ready` subscribes.
      if (this.redis.status === 'ready') this.refused(error as Error, attempt);
      return;
    }
    this.refusal = undefined;
    if (attempt === this.attempts) this.emit('connected');
  }

  private refused(error: Error, attempt: number): void {
    if (error.message !== this.refusal) this.onRefused(error);
    this.refusal = error.message;
    const again = (): void => {
      if (attempt === this.attempts) void this.subscribe();
    };
    setTimeout(again, RETRY_MS).unref();
  }
}
