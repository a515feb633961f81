import type { Redis } from 'ioredis';
import { Global, Module } from '@nestjs/common';
import { BLOCKING_REDIS, LOGGER, type Logger, REDIS, type RedisClient } from '@abato/platform';
import { LivePublisher, LiveSubscriber } from './live-bus.js';
import { ViewerCounts } from './viewer-counts.js';

/** Hints from process to process. */
@Global()
@Module({
  providers: [
    {
      provide: LivePublisher,
      inject: [REDIS, LOGGER, { token: LiveSubscriber, optional: true }],
      useFactory: (redis: RedisClient, log: Logger, own?: LiveSubscriber) =>
        new LivePublisher(
          redis,
          (error) => log.debug({ reason: error.message }, 'live message dropped'),
          own,
        ),
    },
    ViewerCounts,
  ],
  exports: [LivePublisher, ViewerCounts],
})
export class LivePublisherModule {}

/** For processes that pass hints on to sockets and caches. */
@Global()
@Module({
  providers: [
    {
      provide: LiveSubscriber,
      inject: [BLOCKING_REDIS, LOGGER],
      useFactory: (redis: Redis, log: Logger) =>
        new LiveSubscriber(redis, (error) => log.warn({ reason: error.message }, 'subscription refused')),
    },
  ],
  exports: [LiveSubscriber],
})
export class LiveSubscriberModule {}
