import { africastalking } from './africastalking.js';
import { arkesel } from './arkesel.js';
import type { Gateway } from './gateway.js';
import { hubtel } from './hubtel.js';
import { nalo } from './nalo.js';

export const GATEWAY_NAMES = ['africastalking', 'arkesel', 'nalo', 'hubtel'] as const;
export type GatewayName = (typeof GATEWAY_NAMES)[number];

export const GATEWAYS: Readonly<Record<GatewayName, Gateway>> = { africastalking, arkesel, nalo, hubtel };
