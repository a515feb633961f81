import type { UssdCall } from '../phone/gateway-protocols.js';
import { Webhooks } from '../webhooks.js';
import { Base } from './base.js';
import { FaultSource } from './fault-source.js';
import type { Fields } from './fields.js';

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

/** One call, with everything a handler may look at. */
export interface Call {
  params: Record<string, string | undefined>;
  query: Fields;
  /** Empty when the body is no object. */
  body: Fields;
  rawBody: unknown;
  headers: Record<string, unknown>;
}

/** @returns the answer's JSON, or a {@link Reply}. @throws ProviderError, NoAnswer or ControlError */
export type Handler = (sim: Simulator, call: Call) => unknown;

/** An answer that is not 200 with JSON. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown = '',
    readonly headers: Record<string, string> = {},
  ) {}
}
