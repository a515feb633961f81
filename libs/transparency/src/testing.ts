export { CheckpointSigner } from './checkpoint.js';
export { LogComparison } from './comparison/log-comparison.service.js';
export { LogBuilder } from './log-builder.service.js';
export { LogCheckpoint, LogCosignature } from './log.entities.js';
export { extendLog, readWaiting } from './log.repository.js';
export { TileCopies } from './tile-copies.service.js';
export { WitnessCalls } from './witness-calls.service.js';
