export { FanoutMetrics } from './fanout-metrics.js';
export { type CrowdRule, leadersOf, leastOfFirst, LivePace } from './live-pace.js';
export {
  type FoldedTally,
  type LiveMessages,
  LivePublisher,
  LivePublisherModule,
  LiveSubscriber,
  LiveSubscriberModule,
} from './live-bus.js';
export { PacedRooms } from './paced-rooms.js';
export { type CountedRoom, ViewerCounts } from './viewer-counts.js';
