export { FanoutMetrics } from './fanout-metrics.js';
export { leadersOf, leastOfFirst } from './leaders.js';
export { type LiveMessages, LivePublisher, LiveSubscriber, type TallyChange } from './live-bus.js';
export { LivePace } from './live-pace.js';
export { LivePublisherModule, LiveSubscriberModule } from './live.module.js';
export { PacedRooms } from './paced-rooms.js';
export { type CountedRoom, ViewerCounts } from './viewer-counts.js';
