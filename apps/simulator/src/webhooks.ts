import { createHmac } from 'node:crypto';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { randomFrom } from './core/fault-source.js';
import type { Webhook } from './core/model.js';
import type { Settings } from './core/settings.js';
import type { Store } from './core/store.js';
import type { Time } from './core/time.js';

/** The provider waits this long for an answer. Source: its test-mode documentation. */
const ANSWER_TIMEOUT_MS = 30_000;
/** Deliveries on the wire at once; the rest queue up, as a finale night's do. */
const MAX_IN_FLIGHT = 64;

interface Sending {
  copies?: number;
  forged?: boolean;
  /** Send although webhooks are switched off or held: a test asked for this one by name. */
  byHand?: boolean;
}

/** Sends signed webhooks and repeats each until it is answered with 200, on the provider's clock. */
export class Webhooks {
  private readonly line = pLimit(MAX_IN_FLIGHT);
  private readonly stopping = new AbortController();

  constructor(
    private readonly settings: Settings,
    private readonly store: Store,
    private readonly time: Time,
    private readonly log: Logger,
  ) {}

  /** Webhooks are written down before anything is sent. @returns their ids; none when webhooks are switched off */
  send(event: string, reference: string, data: unknown, how: Sending = {}): number[] {
    const { copies = 1, forged = false, byHand } = how;
    const mode = byHand ? 'normal' : this.store.control.faults.webhooks;
    if (mode === 'never') return [];
    const body = wireJson({ event, data });
    const now = this.time.now();
    const fields = { event, reference, body, forged, attempts: 0, nextAt: now, createdAt: now };
    const made = Array.from({ length: copies }, (): Webhook => {
      return { id: this.store.nextId(), ...fields, held: mode === 'hold' };
    });
    this.store.save(...made.map((value) => ({ kind: 'webhook' as const, value })));
    this.arm(...made);
    return made.map(({ id }) => id);
  }

  /** Try one webhook at once. @returns the HTTP status it was answered with, 0 when it was not answered */
  async deliverNow(id: number): Promise<number> {
    const webhook = this.store.webhooks.get(id);
    if (!webhook || webhook.held) return 0;
    this.time.cancel(`webhook:${id}`);
    return this.deliver(webhook);
  }

  /** Let held webhooks go, one after the other in the order asked for. @returns how many were sent */
  async release(order: 'as-made' | 'reversed' | 'shuffled', times: number, seed: number): Promise<number> {
    const held = [...this.store.webhooks.values()].filter((webhook) => webhook.held);
    const random = randomFrom(seed);
    const line = Array.from({ length: times }, () => held)
      .flat()
      .map((webhook) => ({ webhook, place: random() }));
    if (order === 'reversed') line.reverse();
    if (order === 'shuffled') line.sort((one, other) => one.place - other.place);
    for (const { webhook } of line) {
      webhook.held = false;
      await this.deliver(webhook);
    }
    return line.length;
  }

  arm(...webhooks: Webhook[]): void {
    for (const webhook of webhooks) {
      if (webhook.held) continue;
      this.time.set(`webhook:${webhook.id}`, webhook.nextAt, () => void this.deliver(webhook));
    }
  }

  stop(): void {
    this.stopping.abort();
  }

  private deliver(webhook: Webhook): Promise<number> {
    const isKnown = this.store.webhooks.has(webhook.id);
    return this.line(async () => {
      // Everything may have been reset while it waited.
      if (this.stopping.signal.aborted || (isKnown && !this.store.webhooks.has(webhook.id))) return 0;
      const status = await this.post(webhook);
      if (!this.stopping.signal.aborted) this.record(webhook, status);
      return status;
    });
  }

  private async post({ body, forged }: Webhook): Promise<number> {
    const { PAYSTACK_SECRET_KEY: own, SIMULATOR_WEBHOOK_URL: address } = this.settings;
    const key = forged ? `${own}-forged` : own;
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Paystack/2.0 (simulator)',
          'x-paystack-signature': createHmac('sha512', key).update(body, 'utf8').digest('hex'),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_TIMEOUT_MS), this.stopping.signal]),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }

  /** Only 200 counts; anything else is tried again until the provider gives up. A forger does not try twice. */
  private record(webhook: Webhook, status: number): void {
    const { store, time, log } = this;
    webhook.attempts += 1;
    const { id, event, reference, attempts, createdAt, forged } = webhook;
    const wait = retryDelayMs(attempts, time.now() - createdAt, this.settings.SIMULATOR_RETRY_SCALE);
    const isTaken = status === 200;
    log[isTaken ? 'info' : 'warn']({ id, event, reference, attempts, status }, 'webhook sent');
    if (!store.webhooks.has(id)) return;
    if (isTaken || forged || wait === null) {
      store.save({ kind: 'webhook-done', id });
      return;
    }
    webhook.nextAt = time.now() + wait;
    store.save({ kind: 'webhook', value: webhook });
    this.arm(webhook);
  }
}

/**
 * JSON as no `JSON.stringify` writes it: indented, slashes escaped, every second non-ASCII character as `\uXXXX` and the rest as raw
 * UTF-8. Parsing gives the same value; parsing and writing it again gives other bytes, so a receiver that signs its own rendering of the
 * body instead of the received bytes fails.
 */
export function wireJson(value: unknown): string {
  let escapeNext = true;
  const text = JSON.stringify(value, null, 1)
    .replaceAll('/', '\\/')
    .replace(/[^\n\x20-\x7e]/g, (unit) => {
      const surrogate = unit >= '\ud800' && unit <= '\udfff';
      if (!surrogate) escapeNext = !escapeNext;
      return surrogate || !escapeNext ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit;
    });
  return `${text}\n`;
}

/** Between the first four tries of a live webhook, then between the later ones, until the provider gives up. */
const EARLY_MS = 3 * 60_000;
const LATER_MS = 3_600_000;
const GIVE_UP_AFTER_MS = 72 * 3_600_000;

/**
 * How long to wait for the next try: every 3 minutes for the first 4 tries, then hourly for 72 hours.
 * @param attempts tries made so far
 * @param ageMs since the first try was due
 * @param scale multiplies all three clocks
 * @returns milliseconds, or null when the provider gives up
 */
export function retryDelayMs(attempts: number, ageMs: number, scale: number): number | null {
  if (ageMs >= GIVE_UP_AFTER_MS * scale) return null;
  return (attempts < 4 ? EARLY_MS : LATER_MS) * scale;
}
