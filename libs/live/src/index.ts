export { BoardRoom } from './board-room.js';
export { FanoutMetrics } from './fanout-metrics.js';
export { LivePublisher, LiveSubscriber } from './live-bus.js';
export type { FoldedTally, LiveMessages } from './messages.js';
export { PacedRooms } from './paced-rooms.js';
export { LivePublisherModule, LiveSubscriberModule } from './live-bus.module.js';
export { ViewerCounts } from './viewer-counts.js';
