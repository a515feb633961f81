import { Injectable } from '@nestjs/common';
import { LivePublisher } from '@abato/live';
import type { Clock } from '@abato/platform';
import type { Actor } from './actor.js';

/** How old a cached role or approval may be; a change drops it at once where Redis carries the hint. */
const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 10_000;

/** What is heard of users from other processes (`LiveSubscriber`). */
interface UserSubscription {
  on(topic: 'user', heard: (message: { userId: string }) => void): unknown;
  on(topic: 'connected', heard: () => void): unknown;
}

/** Role, approval and token version by user id, so that a request does not always ask the database. */
export class ActorCache {
  private readonly entries = new Map<string, { actor: Actor | null; at: number }>();

  /** @param read asks the database; null for an unknown or deleted user */
  constructor(
    private readonly read: (userId: string) => Promise<Actor | null>,
    private readonly clock: Clock,
    live: UserSubscription,
  ) {
    live.on('user', ({ userId }) => this.entries.delete(userId));
    live.on('connected', () => this.entries.clear());
  }

  /** @returns null for an unknown or deleted user */
  async find(userId: string): Promise<Actor | null> {
    const now = this.clock.now().getTime();
    const known = this.entries.get(userId);
    if (known && now - known.at < MAX_AGE_MS) return known.actor;
    const actor = await this.read(userId);
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
    this.entries.set(userId, { actor, at: now });
    return actor;
  }

  /** Forget a user this process has just changed. */
  drop(userId: string): void {
    this.entries.delete(userId);
  }
}

/** Tells every process that a user changed: caches are dropped, sockets closed. Only call it after the commit. */
@Injectable()
export class UserSignals {
  constructor(
    private readonly actors: ActorCache,
    private readonly live: LivePublisher,
  ) {}

  async changed(userId: string): Promise<void> {
    this.actors.drop(userId);
    await this.live.publish('user', { userId });
  }
}
