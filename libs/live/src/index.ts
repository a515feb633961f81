export * from './live-bus.js';
export * from './messages.js';
