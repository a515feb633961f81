import { Inject, Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { randomFrom, shuffled } from '../core/faults.js';
import { Log } from '../core/log.js';
import type { Webhook } from '../core/model.js';
import { type Settings, SETTINGS } from '../core/settings.js';
import { Store } from '../core/store.js';
import { Timers } from '../core/timers.js';
import { retryDelayMs, signatureOf, wireJson } from './wire.js';

/** The provider waits this long for an answer. Source: its test-mode documentation. */
const ANSWER_TIMEOUT_MS = 30_000;
/** Deliveries on the wire at once; the rest queue up, as a finale night's do. */
const MAX_IN_FLIGHT = 64;

export interface Sending {
  event: string;
  reference: string;
  data: unknown;
  delayMs?: number;
  copies?: number;
  forged?: boolean;
  /** Send although webhooks are switched off or held: a test asked for this one by name. */
  byHand?: boolean;
}

/** Sends signed webhooks and repeats each until it is answered with 200, on the provider's clock. */
@Injectable()
export class WebhookSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly waiting: Array<() => void> = [];
  private readonly stopping = new AbortController();
  private inFlight = 0;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly store: Store,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** What a killed process still owed is sent by the next one. */
  onApplicationBootstrap(): void {
    for (const webhook of this.store.webhooks.values()) this.arm(webhook);
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /**
   * Take webhooks on: written down before anything is sent.
   * @returns their ids; none when webhooks are switched off
   */
  send(sending: Sending): number[] {
    const mode = sending.byHand ? 'normal' : this.store.control.faults.webhooks;
    if (mode === 'never') return [];
    const now = this.clock.now();
    const made: Webhook[] = Array.from({ length: sending.copies ?? 1 }, () => ({
      id: this.store.nextId(),
      event: sending.event,
      reference: sending.reference,
      body: wireJson({ event: sending.event, data: sending.data }),
      forged: sending.forged ?? false,
      attempts: 0,
      nextAt: now + (sending.delayMs ?? 0),
      createdAt: now + (sending.delayMs ?? 0),
      held: mode === 'hold',
    }));
    this.store.save(...made.map((value) => ({ kind: 'webhook' as const, value })));
    for (const webhook of made) this.arm(webhook);
    return made.map((webhook) => webhook.id);
  }

  /** Try one webhook at once. @returns the HTTP status it was answered with, 0 when it was not answered */
  async deliverNow(id: number): Promise<number> {
    const webhook = this.store.webhooks.get(id);
    if (!webhook || webhook.held) return 0;
    this.timers.cancel(timerOf(id));
    return this.deliver(webhook);
  }

  /** Let held webhooks go, one after the other in the order asked for. @returns how many were sent */
  async release(order: 'as-made' | 'reversed' | 'shuffled', times: number, seed: number): Promise<number> {
    const held = [...this.store.webhooks.values()].filter((webhook) => webhook.held);
    const copies = Array.from({ length: times }, () => held).flat();
    const line =
      order === 'shuffled'
        ? shuffled(copies, randomFrom(seed))
        : order === 'reversed'
          ? copies.reverse()
          : copies;
    for (const webhook of line) {
      webhook.held = false;
      await this.deliver(webhook);
    }
    return line.length;
  }

  private arm(webhook: Webhook): void {
    if (!webhook.held) this.timers.set(timerOf(webhook.id), webhook.nextAt, () => void this.deliver(webhook));
  }

  private async deliver(webhook: Webhook): Promise<number> {
    if (this.inFlight >= MAX_IN_FLIGHT) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      // Everything may have been reset meanwhile.
      if (!this.store.webhooks.has(webhook.id)) return 0;
    }
    if (this.stopping.signal.aborted) return 0;
    this.inFlight += 1;
    try {
      const status = await this.post(webhook);
      if (!this.stopping.signal.aborted) this.record(webhook, status);
      return status;
    } finally {
      this.inFlight -= 1;
      this.waiting.shift()?.();
    }
  }

  private async post(webhook: Webhook): Promise<number> {
    const key = webhook.forged ? `${this.settings.secretKey}-forged` : this.settings.secretKey;
    try {
      const response = await fetch(this.settings.webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Paystack/2.0 (simulator)',
          'x-paystack-signature': signatureOf(webhook.body, key),
        },
        body: webhook.body,
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
    webhook.attempts += 1;
    const wait = retryDelayMs(
      webhook.attempts,
      this.clock.now() - webhook.createdAt,
      this.settings.retryScale,
    );
    const done = status === 200 || webhook.forged || wait === null;
    const { id, event, reference, attempts } = webhook;
    if (status !== 200)
      this.log.warn('webhook not taken', {
        id,
        event,
        reference,
        attempts,
        status,
        retryInMs: done ? null : wait,
      });
    else this.log.info('webhook taken', { id, event, reference, attempts });
    if (!this.store.webhooks.has(id)) return;
    if (done) {
      this.store.save({ kind: 'webhook-done', id });
      return;
    }
    webhook.nextAt = this.clock.now() + wait;
    this.store.save({ kind: 'webhook', value: webhook });
    this.arm(webhook);
  }
}

function timerOf(id: number): string {
  return `webhook:${id}`;
}
