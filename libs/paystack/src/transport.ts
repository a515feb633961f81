import { traced } from '@abato/platform';
import type { CallPurpose } from './call-budget.js';
import type { CallGate, Payer } from './shared-call-limit.js';
import { connectionError, outcomeOf, ProviderError } from './errors.js';
import { type Fields, object, text } from './read.js';
import { FIRST_PAGE, type ListPage, type ListPosition, nextPosition, pageQuery } from './paging.js';

export interface PaystackSettings {
  baseUrl: string;
  secretKey: string;
}

/** Told about every call, for metrics. `outcome` is one of `CALL_OUTCOMES`; `held-back` when our own limit refused it. */
export type CallObserver = (call: CallName, outcome: string, seconds: number) => void;

/** The provider's windows last a minute. */
const DEFAULT_RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 300;
/** A list page of 100 transactions is about 300 KB. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Every call by its name in metrics and limits: its method, why it is made, and how many milliseconds it may take. */
const CALL = {
  initialize: ['POST', 'begin', 10_000],
  verify: ['GET', 'answer', 8_000],
  list: ['GET', 'books', 20_000],
  charge: ['POST', 'begin', 15_000],
  'check-charge': ['GET', 'answer', 8_000],
  'submit-otp': ['POST', 'begin', 15_000],
  'submit-pin': ['POST', 'begin', 15_000],
  'submit-phone': ['POST', 'begin', 15_000],
  'submit-birthday': ['POST', 'begin', 15_000],
  'submit-address': ['POST', 'begin', 15_000],
  refund: ['POST', 'refunds', 15_000],
  'retry-refund': ['POST', 'refunds', 15_000],
  'fetch-refund': ['GET', 'refunds', 8_000],
  'list-refunds': ['GET', 'refunds', 8_000],
  'list-disputes': ['GET', 'books', 20_000],
  'add-evidence': ['POST', 'refunds', 15_000],
  'upload-url': ['GET', 'refunds', 15_000],
  'resolve-dispute': ['PUT', 'refunds', 15_000],
  'list-banks': ['GET', 'books', 15_000],
  'resolve-account': ['GET', 'books', 15_000],
  'create-subaccount': ['POST', 'books', 15_000],
  'list-settlements': ['GET', 'books', 20_000],
  'settled-transactions': ['GET', 'books', 20_000],
} as const satisfies Record<string, readonly [method: string, purpose: CallPurpose, timeoutMs: number]>;
export type CallName = keyof typeof CALL;
export const CALLS = Object.keys(CALL) as CallName[];

interface CallOptions {
  body?: object;
  /** Other than usual for this call. */
  purpose?: CallPurpose;
  timeoutMs?: number;
  /** Taken before; without one the call takes one now. */
  permit?: CallPermit;
}

/** One call that our own limit has let pass and that has not been made yet. */
export interface CallPermit {
  readonly purpose: CallPurpose;
}

/** One HTTP call to the provider: the key, the time-out, the size bound, the envelope. Nothing of it is logged. */
export class PaystackTransport {
  constructor(
    private readonly settings: PaystackSettings,
    private readonly observe: CallObserver = () => undefined,
    private readonly gate?: CallGate,
  ) {}

  /**
   * Let our own limit decide before anything is written or sent.
   * @param payer who waits for the call: then fair shares hold, too
   * @throws ProviderError 'rate-limited' with the seconds to wait
   */
  async takePermit(name: CallName, purpose: CallPurpose, payer?: Payer): Promise<CallPermit> {
    await this.gate?.pass(purpose, { endpoint: name, payer }).catch((error: unknown) => {
      this.observe(name, 'held-back', 0);
      throw error;
    });
    return { purpose };
  }

  /** @throws ProviderError */
  async call(name: CallName, path: string, options: CallOptions = {}): Promise<Answer> {
    const { purpose = CALL[name][1], permit } = options;
    if (permit?.purpose !== purpose) await this.takePermit(name, purpose);
    const start = performance.now();
    try {
      const answer = await traced(`provider ${name}`, { kind: 'client' }, () =>
        this.send(name, path, options),
      );
      this.observe(name, 'ok', (performance.now() - start) / 1000);
      await this.gate?.answered(name);
      return answer;
    } catch (error) {
      const failure = error instanceof ProviderError ? error : connectionError(error);
      this.observe(name, outcomeOf(failure), (performance.now() - start) / 1000);
      if (failure.failure === 'rate-limited') {
        await this.gate?.refused(name, failure.details.retryAfter ?? DEFAULT_RETRY_SECONDS);
      } else if (failure.failure === 'rejected' || failure.failure === 'not-found') {
        await this.gate?.answered(name);
      }
      throw failure;
    }
  }

  /**
   * One page of a list. Fields of `query` that are undefined are left out.
   * @param parse reads an item
   * @throws ProviderError
   */
  async page<T>(
    name: CallName,
    path: string,
    {
      at = FIRST_PAGE,
      ...query
    }: { at?: ListPosition } & Record<string, string | Date | ListPosition | undefined>,
    parse: (item: unknown) => T,
    options?: CallOptions,
  ): Promise<ListPage<T>> {
    const search = new URLSearchParams(pageQuery(at));
    for (const [field, value] of Object.entries(query as Record<string, string | Date | undefined>)) {
      if (value !== undefined) search.set(field, typeof value === 'string' ? value : value.toISOString());
    }
    const { data, meta } = await this.call(name, `${path}?${search}`, options);
    if (!Array.isArray(data)) throw new ProviderError('unknown', 'the list is no list');
    return { items: data.map(parse), next: nextPosition(meta, at, data.length) };
  }

  /**
   * Put a file to an address that the provider has signed. Neither our key nor anything else of the API goes there.
   * @throws ProviderError
   */
  async put(address: string, file: { contentType: string; bytes: Buffer }, timeoutMs: number): Promise<void> {
    const send = async (): Promise<void> => {
      const response = await fetch(address, {
        method: 'PUT',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'content-type': file.contentType },
        body: new Uint8Array(file.bytes),
      });
      await readBounded(response);
      if (!response.ok) throw new ProviderError('rejected', `the file was refused (${response.status})`);
    };
    await traced('provider upload', { kind: 'client' }, send).catch((error: unknown) => {
      throw error instanceof ProviderError ? error : connectionError(error);
    });
  }

  private async send(name: CallName, path: string, { body, ...options }: CallOptions): Promise<Answer> {
    const [method, , usualMs] = CALL[name];
    const { timeoutMs = usualMs } = options;
    const response = await fetch(new URL(path, this.settings.baseUrl), {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        authorization: `Bearer ${this.settings.secretKey}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    });
    return parseAnswer(
      {
        status: response.status,
        body: await readBounded(response),
        rateLimitReset: response.headers.get('x-ratelimit-reset'),
        retryAfter: response.headers.get('retry-after'),
      },
      new Date(),
    );
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new ProviderError('unknown', 'the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The provider's envelope, taken apart. */
export interface Answer {
  data: unknown;
  meta: Fields;
  message: string;
}

/** What an HTTP answer is made of, for parsing without a network. */
export interface RawAnswer {
  status: number;
  body: string;
  /** `x-ratelimit-reset`, as it came. */
  rateLimitReset?: string | null;
  retryAfter?: string | null;
}

/**
 * Take the envelope off.
 * `status: true` only says that the call was accepted; a payment's state is in `data.status`.
 * @throws ProviderError of the kind the answer means; 5xx and answers that are no JSON are 'unknown'
 */
export function parseAnswer(raw: RawAnswer, now: Date): Answer {
  const body = readJson(raw.body);
  const message = text(body?.message) ?? `HTTP ${raw.status}`;
  const code = text(body?.code) ?? undefined;
  if (raw.status === 429) {
    throw new ProviderError('rate-limited', message, {
      status: raw.status,
      code,
      retryAfter: retryAfterSeconds(raw, now),
    });
  }
  if (raw.status >= 500 || !body) throw new ProviderError('unknown', message, { status: raw.status, code });
  if (raw.status >= 400 || body.status !== true) {
    const failure = isUnknownReference(raw.status, message, code) ? 'not-found' : 'rejected';
    // The message of the envelope says only that something was tried; the reason is in the data.
    const { status, message: reason } = object(body.data);
    const dataStatus = text(status) ?? undefined;
    throw new ProviderError(failure, text(reason) ?? message, { status: raw.status, code, dataStatus });
  }
  return { data: body.data, meta: object(body.meta), message };
}

function readJson(body: string): Fields | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** The field has seen 400 for an unknown reference, the provider's schema says 404. */
function isUnknownReference(status: number, message: string, code: string | undefined): boolean {
  return (
    status === 404 ||
    code === 'transaction_not_found' ||
    /transaction (reference )?not found|reference is invalid/i.test(message)
  );
}

/**
 * The documentation does not say whether the reset header is a moment or a span: small numbers are a span in seconds, large ones a
 * moment in seconds or milliseconds since 1970.
 */
function retryAfterSeconds(raw: RawAnswer, now: Date): number {
  const value = Number(raw.rateLimitReset ?? raw.retryAfter ?? Number.NaN);
  if (!Number.isFinite(value) || value < 0) return DEFAULT_RETRY_SECONDS;
  const moment = value > 1_000_000_000_000 ? value / 1000 : value;
  const seconds = moment > 1_000_000_000 ? moment - now.getTime() / 1000 : moment;
  return Math.min(Math.max(Math.ceil(seconds), 1), MAX_RETRY_SECONDS);
}
