export { BeginCharges } from './charges/begin-charges.service.js';
export { GATEWAY_NAMES, type GatewayName } from './gateways.js';
export { AWAY, type Session, SessionStore } from './session-store.js';
export { UssdService } from './ussd.service.js';
export { UssdJobsModule, UssdModule } from './ussd.module.js';
