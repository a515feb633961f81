import type { RedisClient } from '@abato/platform';
import { EventEmitter } from 'node:events';
import { channelOf, LIVE_TOPICS, type LiveMessages, type LiveTopic } from './messages.js';

/** A subscriber says nothing by itself: asked this often, it notices that its server has vanished (see `socketTimeout`). */
const PING_MS = 5_000;
const RETRY_MS = 1_000;

/** Sends hints to every process. Only call it after the transaction has committed. */
export class LivePublisher {
  constructor(
    private readonly redis: RedisClient,
    private readonly onError: (error: Error) => void,
  ) {}

  /** Best effort: while Redis is away the hint is dropped, because receivers look for themselves. */
  async publish<T extends LiveTopic>(topic: T, message: LiveMessages[T]): Promise<void> {
    try {
      await this.redis.publish(channelOf(topic), JSON.stringify(message));
    } catch (error) {
      this.onError(error as Error);
    }
  }
}

/** Receives hints. Emits each topic, and `connected` whenever the subscription (re)starts: hints sent before are lost. */
export class LiveSubscriber extends EventEmitter<
  { [T in LiveTopic]: [LiveMessages[T]] } & { connected: [] }
> {
  /** @param redis a connection of its own: a subscribed connection can do nothing else */
  constructor(private readonly redis: RedisClient) {
    super();
    this.setMaxListeners(50);
  }

  start(): void {
    const topicOf = new Map(LIVE_TOPICS.map((topic) => [channelOf(topic), topic]));
    this.redis.on('message', (channel: string, text: string) => {
      const topic = topicOf.get(channel);
      if (topic) (this as EventEmitter).emit(topic, JSON.parse(text));
    });
    const subscribe = (): void => {
      this.redis.subscribe(...topicOf.keys()).then(
        () => this.emit('connected'),
        () => {
          // The connection broke again, and the next `ready` subscribes. A cluster stays ready when only the server chosen for this is gone.
          if (this.redis.status === 'ready') setTimeout(subscribe, RETRY_MS).unref();
        },
      );
    };
    if (this.redis.status === 'ready') subscribe();
    this.redis.on('ready', subscribe);
    // Of a cluster: the server that the subscription was at may be the one that went.
    this.redis.on('-node', subscribe);
    setInterval(() => void this.redis.ping().catch(() => undefined), PING_MS).unref();
  }
}
