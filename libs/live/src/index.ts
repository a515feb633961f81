export { FanoutMetrics } from './fanout-metrics.js';
export { type CrowdRule, leadersOf, leastOfFirst } from './leaders.js';
export { crowdRuleFor, type CrowdSettings, LivePace, type PaceSettings, pauseFor } from './live-pace.js';
export { type FoldedTally, type LiveMessages, LivePublisher, LiveSubscriber } from './live-bus.js';
export { PacedRooms } from './paced-rooms.js';
export { LivePublisherModule, LiveSubscriberModule } from './live-bus.module.js';
export { type CountedRoom, ViewerCounts } from './viewer-counts.js';
