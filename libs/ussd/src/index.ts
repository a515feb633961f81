export { GATEWAY_NAMES, type GatewayName } from './gateways.js';
export { UssdService } from './ussd.service.js';
export { UssdJobsModule, UssdModule } from './ussd.module.js';
