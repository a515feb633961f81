export { BoardRoom } from './board-room.js';
export { FanoutMetrics } from './fanout-metrics.js';
export { LivePace, type PaceSettings, pauseFor } from './live-pace.js';
export { LivePublisher, LiveSubscriber } from './live-bus.js';
export type { FoldedTally, LiveMessages } from './messages.js';
export { eventFrame } from './text-frame.js';
export { PacedRooms } from './paced-rooms.js';
export { LivePublisherModule, LiveSubscriberModule } from './live-bus.module.js';
export { type CountedRoom, ViewerCounts } from './viewer-counts.js';
