import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { differencesFrom } from './provider-facts.js';
import { startSimulator } from '../src/app.js';
import { settingsFrom } from '../src/core/settings.js';

export const SECRET_KEY = 'sk_test_of_this_suite';
/** Longer than any test takes: what waits for it happens only when the clock is moved. */
export const HOUR_MS = 3_600_000;

/** A JSON object whose fields a test looks into. */
export type Json = Record<string, unknown>;

export interface Received {
  raw: string;
  headers: IncomingHttpHeaders;
  event: string;
  data: Json;
}

export const hmac = (raw: string): string =>
  createHmac('sha512', SECRET_KEY).update(raw, 'utf8').digest('hex');

/** The merchant's end: takes webhooks and answers what the test wants. */
export class Merchant {
  readonly received: Received[] = [];
  /** Statuses of the next answers; 200 when none is left. */
  readonly answers: number[] = [];
  private readonly heard = new EventEmitter();
  private constructor(private readonly server: Server) {}

  static async open(): Promise<Merchant> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { event, data } = JSON.parse(raw) as { event: string; data: Json };
        merchant.received.push({ raw, headers: request.headers, event, data });
        response.writeHead(merchant.answers.shift() ?? 200).end();
        merchant.heard.emit('webhook');
      });
    });
    const merchant = new Merchant(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return merchant;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Resolves when at least `count` webhooks have come (of that event). */
  async got(count: number, event?: string): Promise<Received[]> {
    const matching = () => this.received.filter((webhook) => !event || webhook.event === event);
    while (matching().length < count) await once(this.heard, 'webhook');
    return matching();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await once(this.server.close(), 'close');
  }
}

export interface Answer {
  status: number;
  headers: Headers;
  json: Json;
  data: Json;
}

const PROVIDER = /^\/(transaction|charge|refund|dispute|bank|settlement|subaccount)\b/;

/** The calls tests make, against a simulator that listens at `url`. */
export class Client {
  /** The provider's routes that were answered. */
  readonly seen = new Set<string>();
  /** Switched off by tests that script untrue answers. */
  isTrueToProvider = true;

  constructor(readonly url: string) {}

  async call(method: string, path: string, body?: unknown, key: string | null = SECRET_KEY): Promise<Answer> {
    const headers = new Headers();
    if (key !== null) headers.set('authorization', `Bearer ${key}`);
    if (body !== undefined) headers.set('content-type', 'application/json');
    const init = { method, headers, redirect: 'manual' as const, body: JSON.stringify(body) };
    const response = await fetch(this.url + path, init);
    const json = (await response.json()) as Json;
    if (this.isTrueToProvider && PROVIDER.test(path)) {
      const { route, differences } = differencesFrom(method, path, response.status, json);
      if (differences.length) throw new Error(`${route} as the provider has it: ${differences.join('; ')}`);
      this.seen.add(route);
    }
    const data = typeof json.data === 'object' && json.data !== null ? (json.data as Json) : {};
    return { status: response.status, headers: response.headers, json, data };
  }

  /** A payment of GHS 5.00 by default. */
  initialize(fields: Json = {}): Promise<Answer> {
    const body = { email: 'payer@example.com', amount: 500, currency: 'GHS', ...fields };
    return this.call('POST', '/transaction/initialize', body);
  }

  async newReference(fields: Json = {}): Promise<string> {
    return String((await this.initialize(fields)).data.reference);
  }

  /** A successful payment. @returns its reference */
  async paidReference(fields: Json = {}): Promise<string> {
    const reference = await this.newReference(fields);
    await this.complete(reference);
    return reference;
  }

  charge(phone: string, provider = 'mtn', fields: Json = {}): Promise<Answer> {
    const body = { email: 'a@example.com', amount: 500, currency: 'GHS', mobile_money: { phone, provider } };
    return this.call('POST', '/charge', { ...body, ...fields });
  }

  check(reference: unknown): Promise<Answer> {
    return this.call('GET', `/charge/${String(reference)}`);
  }

  verify(reference: unknown): Promise<Answer> {
    return this.call('GET', `/transaction/verify/${String(reference)}`);
  }

  async statusOf(reference: unknown): Promise<unknown> {
    return (await this.verify(reference)).data.status;
  }

  next(script: Json): Promise<Answer> {
    return this.call('POST', '/simulator/next', script);
  }

  faults(faults: Json): Promise<Answer> {
    return this.call('POST', '/simulator/faults', faults);
  }

  /** Let time pass for the simulator, without waiting. */
  advance(advanceMs: number): Promise<Answer> {
    return this.call('POST', '/simulator/clock', { advanceMs });
  }

  complete(reference: string, body: Json = {}): Promise<Answer> {
    return this.control(reference, 'complete', body);
  }

  /** What tests ask about one payment. */
  control(reference: string, what: string, body: Json = {}): Promise<Answer> {
    return this.call('POST', `/simulator/transactions/${reference}/${what}`, body);
  }

  async totals(): Promise<Json> {
    return (await this.call('GET', '/simulator/ledger')).json.totals as Json;
  }

  /** Submit a form of the checkout page. @returns status and where it leads */
  async submit(
    path: string,
    fields: Record<string, string> = {},
  ): Promise<{ status: number; location: string }> {
    const body = new URLSearchParams(fields);
    const response = await fetch(this.url + path, { method: 'POST', redirect: 'manual', body });
    await response.text();
    return { status: response.status, location: response.headers.get('location') ?? '' };
  }

  /** Ask until the answer is as wished; Jest's own time limit ends a wish that does not come true. */
  async until(ask: () => Promise<Answer>, wished: (answer: Answer) => boolean): Promise<Answer> {
    for (;;) {
      const answer = await ask();
      if (wished(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Ask until a refund has that status. */
  refundIn(id: unknown, status: string): Promise<Answer> {
    const ask = () => this.call('GET', `/refund/${String(id)}`);
    return this.until(ask, ({ data }) => data.status === status);
  }
}

export interface World {
  client: Client;
  merchant: Merchant;
}

/** A simulator and a merchant it tells about payments, anew for each test. @param env more settings */
export function useWorld(env: NodeJS.ProcessEnv = {}): World {
  const world = {} as World;
  let close: () => Promise<void>;
  beforeEach(async () => {
    world.merchant = await Merchant.open();
    const settings = settingsFrom({
      SIMULATOR_PORT: '0',
      SIMULATOR_WEBHOOK_URL: world.merchant.url,
      PAYSTACK_SECRET_KEY: SECRET_KEY,
      // Three minutes become 18 ms.
      SIMULATOR_RETRY_SCALE: '0.0001',
      LOG_LEVEL: 'error',
      ...env,
    });
    const simulator = await startSimulator(settings);
    world.client = new Client(simulator.url);
    close = simulator.close;
  });
  afterEach(async () => {
    await close();
    await world.merchant.close();
  });
  return world;
}

/** Whether a call was left without an answer. */
export const unanswered = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => false,
    () => true,
  );
