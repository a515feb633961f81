export { FanoutMetrics } from './fanout-metrics.js';
export { leadersOf, leastOfFirst, LivePace } from './live-pace.js';
export {
  type TallyChange,
  type LiveMessages,
  LivePublisher,
  LivePublisherModule,
  LiveSubscriber,
  LiveSubscriberModule,
} from './live-bus.js';
export { PacedRooms } from './paced-rooms.js';
export { type CountedRoom, ViewerCounts } from './viewer-counts.js';
