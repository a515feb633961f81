import { appendFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { smsParts } from '@abato/contracts';
import { type Delivery, turnAfterMs } from '@abato/jobs';
import { type Clock, type Environment, type SmsProvider, SWITCHED_OFF } from '@abato/platform';
import { type Adapter, SMS_ADAPTERS } from './providers.js';

export interface OutgoingSms {
  /** E.164. */
  phone: string;
  text: string;
  /** To get it twice does no harm: another provider also sends what the first one may have taken. */
  mayRepeat?: boolean;
}

/**
 * The providers have no idempotency key, so only what certainly was not taken may be sent again: `later` is no connection, no credit or
 * too many. Reasons name no person.
 */
export type SmsOutcome =
  | Exclude<Delivery, { kind: 'sent' }>
  /** @property message what a provider has taken; undefined for a file */
  | { kind: 'sent'; message?: TakenSms };

/** A message that a provider has taken, and will charge for. */
interface TakenSms {
  provider: SmsProvider;
  messageId: string | null;
  parts: number;
}

export interface SmsTransport {
  send: (sms: OutgoingSms) => Promise<SmsOutcome>;
  /** How many messages it would take now: none while every provider is out, one that asks whether one is back, or any number. */
  room: () => number;
}

type SmsSettings = Pick<
  Environment,
  | 'SMS_PROVIDER'
  | 'SMS_API_KEY'
  | 'SMS_BASE_URL'
  | 'SMS_FALLBACK_PROVIDER'
  | 'SMS_FALLBACK_API_KEY'
  | 'SMS_FALLBACK_BASE_URL'
  | 'SMS_SENDER'
  | 'SMS_REPORT_SECRET'
  | 'PUBLIC_URL'
  | 'DATA_DIR'
>;

const TIMEOUT_MS = 15_000;
/** A code is waited for, and may come from another provider as well. */
const SHORT_TIMEOUT_MS = 5_000;
const NO_CONNECTION = 'no connection';
/** Failures of connecting: nothing was sent. */
const NEVER_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT/;
/** Refusals that pass: a wrong key, no credit, a blocked account, too many, closed for now. */
const PASSING = new Set([401, 402, 403, 429, 503]);
/** Those that every message would meet. Not 403, which is Hubtel's word for a recipient, and not 429: others of the same moment are taken. */
const OUTAGES = new Set(['HTTP 401', 'HTTP 402', 'HTTP 503']);

/**
 * Through the provider when `SMS_API_KEY` is set, and through the second one what the first does not take; not at all when it is `none`, else
 * (never in production) as files under `DATA_DIR/sms`.
 */
export function createSmsTransport(env: SmsSettings, clock: Clock): SmsTransport {
  const room = (): number => Infinity;
  if (env.SMS_API_KEY === SWITCHED_OFF)
    return { room, send: async () => ({ kind: 'off', reason: 'SMS are switched off' }) };
  if (!env.SMS_API_KEY) return { room, send: files(env) };
  const first = resting(clock, calling(env, env.SMS_PROVIDER, env.SMS_API_KEY, env.SMS_BASE_URL));
  if (!env.SMS_FALLBACK_PROVIDER) return first;
  const { SMS_FALLBACK_API_KEY: key, SMS_FALLBACK_BASE_URL: address } = env;
  return orElse(first, resting(clock, calling(env, env.SMS_FALLBACK_PROVIDER, key, address)));
}

/** One provider that is left alone while it is out: its messages go to the other one at once, or wait without using a try. */
function resting(clock: Clock, send: SmsTransport['send']): SmsTransport {
  const rest = new ProviderRest(clock);
  let why = '';
  const isOutage = (outcome: SmsOutcome): boolean => {
    if (outcome.kind !== 'later') return false;
    const { reason } = outcome;
    const isOut = OUTAGES.has(reason) || reason.startsWith(NO_CONNECTION);
    if (isOut) why = reason;
    return isOut;
  };
  return {
    room: () => rest.room(),
    send: async (sms) =>
      (await rest.call(() => send(sms), isOutage)) ?? {
        kind: 'later',
        reason: `the provider is out (${why})`,
        retryAfter: rest.seconds(),
      },
  };
}

/** The second transport for what the first one certainly did not take, or may have taken when that does no harm. */
function orElse(first: SmsTransport, second: SmsTransport): SmsTransport {
  return {
    room: () => Math.max(first.room(), second.room()),
    send: async (sms) => {
      const outcome = await first.send(sms);
      const again = outcome.kind === 'later' || outcome.kind === 'refused';
      if (!again && !(outcome.kind === 'unsure' && sms.mayRepeat)) return outcome;
      const other = await second.send(sms);
      // What the first one was asked to send uses a try: while the second is out, it would be asked again every few seconds.
      return other.kind === 'later' && turnAfterMs(outcome) === null
        ? { kind: 'later', reason: other.reason }
        : other;
    },
  };
}

function calling(
  { SMS_SENDER: sender, SMS_REPORT_SECRET: secret, PUBLIC_URL: origin }: SmsSettings,
  provider: SmsProvider,
  key: string,
  address: string | undefined,
): SmsTransport['send'] {
  const adapter = SMS_ADAPTERS[provider];
  const baseUrl = address ?? adapter.baseUrl;
  const reportUrl = secret ? new URL(`/api/sms/${provider}/${secret}`, origin).href : undefined;
  return async ({ phone, text, mayRepeat }) => {
    const { url, headers, body } = adapter.request({ baseUrl, key, sender, phone, text, reportUrl });
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(mayRepeat ? SHORT_TIMEOUT_MS : TIMEOUT_MS),
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const taken = (answer: Record<string, unknown>): TakenSms | null =>
        adapter.isTaken(answer) ? { provider, messageId: adapter.idOf(answer), parts: smsParts(text) } : null;
      return outcomeOf(response.status, await response.text(), { taken, isRefused: adapter.isRefused });
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } };
      const code = cause?.code ?? name;
      return NEVER_SENT.test(code)
        ? { kind: 'later', reason: `${NO_CONNECTION} (${code})` }
        : { kind: 'unsure', reason: `no answer (${code})` };
    }
  };
}

function outcomeOf(
  status: number,
  body: string,
  {
    taken,
    isRefused,
  }: { taken: (answer: Record<string, unknown>) => TakenSms | null; isRefused: Adapter['isRefused'] },
): SmsOutcome {
  const reason = `HTTP ${status}`;
  if (status >= 200 && status < 300) {
    const answer = objectOr(body);
    const message = taken(answer);
    if (message) return { kind: 'sent', message };
    return isRefused(answer)
      ? { kind: 'later', reason: 'not taken' }
      : { kind: 'unsure', reason: `${reason}, not understood` };
  }
  if (PASSING.has(status)) return { kind: 'later', reason };
  return status < 500 ? { kind: 'refused', reason } : { kind: 'unsure', reason };
}

/** A JSON object; anything else says nothing. */
function objectOr(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** One file a day: a receipt for every paid vote would be a great many files. */
function files(env: Pick<SmsSettings, 'DATA_DIR' | 'SMS_SENDER'>): SmsTransport['send'] {
  const folder = resolve(env.DATA_DIR, 'sms');
  return async ({ phone, text }) => {
    const now = new Date().toISOString();
    const message = `${now}\nFrom: ${env.SMS_SENDER}\nTo: ${phone}\n${text}\n\n`;
    const file = join(folder, `${now.slice(0, 10)}.txt`);
    await appendFile(file, message, { mode: 0o600 }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await appendFile(file, message, { mode: 0o600 });
    });
    return { kind: 'sent' };
  };
}

const REST_MS = 5_000;

/** Whether one provider may be called: after an outage it is left alone for five seconds, then one call finds out whether it is back. (ADR 117) */
export class ProviderRest {
  private isOut = false;
  private isAsked = false;
  private until = 0;

  constructor(private readonly clock: Clock) {}

  /** How many messages it may be given now: none while it is out, one that asks, or any number. */
  room(): number {
    if (!this.isOut) return Infinity;
    return this.isAsked || this.clock.now().getTime() < this.until ? 0 : 1;
  }

  /** Whole seconds until it may be asked again, at least one. */
  seconds(): number {
    return Math.max(1, Math.ceil((this.until - this.clock.now().getTime()) / 1_000));
  }

  /**
   * Make a call if one may be made. Of calls that were under way when the outage began none ends the rest, and none makes it longer.
   * @returns null where none may be made
   */
  async call<T>(make: () => Promise<T>, isOutage: (outcome: T) => boolean): Promise<T | null> {
    if (this.room() === 0) return null;
    const asks = this.isOut;
    this.isAsked = asks;
    try {
      const outcome = await make();
      if (asks || !this.isOut) this.note(isOutage(outcome));
      return outcome;
    } finally {
      if (asks) this.isAsked = false;
    }
  }

  private note(isOut: boolean): void {
    this.isOut = isOut;
    if (isOut) this.until = this.clock.now().getTime() + REST_MS;
  }
}
