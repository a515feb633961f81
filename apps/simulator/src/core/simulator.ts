import type { UssdCall } from '../phone/gateway-protocols.js';
import { Webhooks } from '../webhooks.js';
import { Base } from './base.js';
import { FaultSource } from './fault-source.js';

/** What every handler works with. */
export class Simulator extends Base {
  readonly webhooks = new Webhooks(this);
  readonly faults = new FaultSource(this);
  /** Messages, oldest first; `to` is E.164, `at` ISO 8601. */
  readonly sms: { to: string; text: string; at: string; provider: string }[] = [];
  /** Sessions of the keypad page that go on, by id. */
  readonly ussdSessions = new Map<string, UssdCall>();
  /** Files of disputes, by name. */
  readonly uploads = new Map<string, Buffer>();
}
