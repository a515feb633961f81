export { ActorCache } from './access/actor-cache.js';
export { AUDIT_ACTIONS } from './audit-log.js';
export { RUNS_AT_MOST_MS } from './requests/requests.service.js';
export { Delays } from './throttling/sign-in-throttle.js';
