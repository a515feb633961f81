import { type Logger, pino } from 'pino';
import type { UssdCall } from '../phone/gateway-protocols.js';
import { Webhooks } from '../webhooks.js';
import { FaultSource } from './fault-source.js';
import type { Fields } from './fields.js';
import type { Settings } from './settings.js';
import { Store } from './store.js';
import { Time } from './time.js';

/** JSON lines on stdout. */
export const logger = (level = 'info'): Logger =>
  pino({ level, base: null, formatters: { level: (name) => ({ level: name }) } });

/** What every handler works with. */
export class Simulator {
  /** Lines with references and ids only: never a name, phone or e-mail address. */
  readonly log: Logger;
  readonly time = new Time();
  readonly store: Store;
  readonly webhooks: Webhooks;
  readonly faults: FaultSource;
  /** Messages, oldest first; `to` is E.164, `at` ISO 8601. */
  readonly sms: { to: string; text: string; at: string }[] = [];
  /** Sessions of the keypad page that go on, by id. */
  readonly ussdSessions = new Map<string, UssdCall>();

  constructor(readonly settings: Settings) {
    this.log = logger(settings.LOG_LEVEL);
    this.store = new Store(settings.SIMULATOR_DATA_FILE);
    this.webhooks = new Webhooks(settings, this.store, this.time, this.log);
    this.faults = new FaultSource(this.store, this.time);
  }
}

/** One call, with everything a handler may look at. */
export interface Call {
  params: Record<string, string | undefined>;
  query: Fields;
  /** Empty when the body is no object. */
  body: Fields;
  headers: Record<string, unknown>;
}

/** @returns the answer's JSON, or a {@link Reply}. @throws Refusal or NoAnswer */
export type Handler = (sim: Simulator, call: Call) => unknown;

/** An answer of the provider's API. */
export const answer = (message: string, data: unknown, more: Fields = {}): Fields => ({
  status: true,
  message,
  data,
  ...more,
});

/** An answer that is not 200 with JSON. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown = '',
    readonly headers: Record<string, string> = {},
  ) {}
}
