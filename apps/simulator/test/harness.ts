import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { differencesFrom } from './provider-facts.js';
import { startSimulator } from '../src/app.js';
import { settingsFrom } from '../src/core/settings.js';

export const SECRET_KEY = 'sk_test_of_this_suite';

/** A JSON object whose fields a test looks into. */
export type Json = Record<string, unknown>;

export interface Received {
  raw: string;
  headers: IncomingHttpHeaders;
  event: string;
  data: Json;
  at: number;
}

export function hmac(raw: string): string {
  return createHmac('sha512', SECRET_KEY).update(raw, 'utf8').digest('hex');
}

/** The merchant's end: takes webhooks and answers what the test wants. */
export class Merchant {
  readonly received: Received[] = [];
  /** Statuses of the next answers; 200 when none is left. */
  readonly answers: number[] = [];
  private readonly watchers = new Set<() => void>();
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(): Promise<Merchant> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { event, data } = JSON.parse(raw) as { event: string; data: Json };
        merchant.received.push({ raw, headers: request.headers, event, data, at: Date.now() });
        response.statusCode = merchant.answers.shift() ?? 200;
        response.end();
        for (const look of merchant.watchers) look();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const merchant = new Merchant(server, `http://127.0.0.1:${port}/hook`);
    return merchant;
  }

  /** Resolves when at least `count` webhooks have come (of that event). */
  async got(count: number, event?: string): Promise<Received[]> {
    const matching = () => this.received.filter((webhook) => !event || webhook.event === event);
    while (matching().length < count) {
      await new Promise<void>((resolve) => {
        const look = () => {
          this.watchers.delete(look);
          resolve();
        };
        this.watchers.add(look);
      });
    }
    return matching();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

export interface Answer {
  status: number;
  headers: Headers;
  json: Json;
  data: Json;
}

const PROVIDER = /^\/(transaction|charge|refund|dispute|bank|settlement|subaccount|split|integration)\b/;

/** The calls tests make, against a simulator that listens at `url`. */
export class Client {
  /** The provider's routes that were answered. */
  readonly seen = new Set<string>();
  /** Switched off by tests that script untrue answers. */
  isTrueToProvider = true;

  constructor(readonly url: string) {}

  async call(method: string, path: string, body?: unknown, key: string | null = SECRET_KEY): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const json = (await response.json()) as Json;
    if (this.isTrueToProvider && PROVIDER.test(path))
      this.compareWithFacts(method, path, response.status, json);
    const data = typeof json.data === 'object' && json.data !== null ? (json.data as Json) : {};
    return { status: response.status, headers: response.headers, json, data };
  }

  /** Every answer that any test gets is held against what the provider's document and samples say. */
  private compareWithFacts(method: string, path: string, status: number, json: Json): void {
    const { route, differences } = differencesFrom(method, path, status, json);
    if (differences.length) throw new Error(`${route} as the provider has it: ${differences.join('; ')}`);
    this.seen.add(route);
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

  verify(reference: string): Promise<Answer> {
    return this.call('GET', `/transaction/verify/${reference}`);
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
    return this.call('POST', `/simulator/transactions/${reference}/complete`, body);
  }

  async truth(reference: string): Promise<Json> {
    return (await this.call('GET', `/simulator/transactions/${reference}`)).json;
  }

  async totals(): Promise<Json> {
    return (await this.call('GET', '/simulator/ledger')).json.totals as Json;
  }

  /** Submit a form of the checkout page. @returns status and where it leads */
  async submit(
    path: string,
    fields: Record<string, string> = {},
  ): Promise<{ status: number; location: string }> {
    const response = await fetch(this.url + path, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    });
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
}

export interface World {
  client: Client;
  merchant: Merchant;
  close(): Promise<void>;
}

/** A simulator on a free port and a merchant it tells about payments. @param env more settings */
export async function world(env: NodeJS.ProcessEnv = {}): Promise<World> {
  const merchant = await Merchant.open();
  const simulator = await startSimulator(
    settingsFrom({
      SIMULATOR_PORT: '0',
      SIMULATOR_WEBHOOK_URL: merchant.url,
      PAYSTACK_SECRET_KEY: SECRET_KEY,
      // Three minutes become 18 ms.
      SIMULATOR_RETRY_SCALE: '0.0001',
      LOG_LEVEL: 'error',
      ...env,
    }),
  );
  return {
    merchant,
    client: new Client(simulator.url),
    close: async () => {
      await simulator.close();
      await merchant.close();
    },
  };
}
