import { Injectable } from '@nestjs/common';
import { LivePublisher } from '@abato/live';
import { ActorCache } from './access/actor-cache.js';

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
