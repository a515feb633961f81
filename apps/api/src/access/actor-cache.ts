import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LiveSubscriber } from '@abato/live';
import { User } from '@abato/persistence';
import { CLOCK, type Clock } from '@abato/platform';
import type { Actor } from './actor.js';

/** How old a cached role or approval may be; a change drops it at once where Redis carries the hint. */
const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 10_000;

/** Role, approval and token version by user id, so that a request does not always ask the database. */
@Injectable()
export class ActorCache {
  private readonly entries = new Map<string, { actor: Actor | null; at: number }>();

  constructor(
    private readonly source: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    live: LiveSubscriber,
  ) {
    live.on('user', ({ userId }) => this.entries.delete(userId));
    live.on('connected', () => this.entries.clear());
  }

  /** @returns null for an unknown or deleted user */
  async find(userId: string): Promise<Actor | null> {
    const now = this.clock.now().getTime();
    const known = this.entries.get(userId);
    if (known && now - known.at < MAX_AGE_MS) return known.actor;
    const user = await this.source.getRepository(User).findOneBy({ id: userId });
    const actor =
      user && !user.deletedAt
        ? {
            id: user.id,
            role: user.role,
            approvalStatus: user.approvalStatus,
            tokenVersion: user.tokenVersion,
          }
        : null;
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
    this.entries.set(userId, { actor, at: now });
    return actor;
  }

  /** Forget a user this process has just changed. */
  drop(userId: string): void {
    this.entries.delete(userId);
  }
}
