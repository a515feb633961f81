import type { ErrorBody, FieldError, SuccessBody } from '@abato/contracts';
import { errorTexts } from '@/texts/en/errors';
import { reportAnswer, reportNoAnswer } from './connection';
import { learnServerTime } from './server-time';
import { clearSession, readToken } from './storage';
import { confirmIdentity, secondFactorNeeded } from './strong-sign-in';

const BASE = '/api';

/** The server answered, and not with `success: true`. `message` is fit to show. */
export class ApiError extends Error {
  readonly code: string;
  readonly fields: FieldError[];
  /** Seconds until the same request may succeed. */
  readonly retryAfter: number | undefined;
  /** Place of a payer who waits for a turn, from 1. */
  readonly position: number | undefined;

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** The parsed body, whatever it was. */
    readonly body: unknown,
  ) {
    const failure = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorBody>;
    super(typeof failure.message === 'string' && failure.message ? failure.message : errorTexts.occurred);
    this.name = 'ApiError';
    this.code = failure.code ?? 'INTERNAL';
    this.fields = Array.isArray(failure.errors) ? failure.errors : [];
    this.retryAfter = failure.retryAfter;
    this.position = failure.position;
  }
}

/** No answer at all. */
export class NetworkError extends Error {
  constructor() {
    super(errorTexts.network);
    this.name = 'NetworkError';
  }
}

/** What to show a person (specification §8). */
export function errorText(error: unknown): string {
  if (error instanceof Error && error.message) return error.message;
  return errorTexts.unexpected;
}

type SessionEndListener = () => void;
let sessionEnded: SessionEndListener = () => undefined;

/** One listener: the app shell, which leads to /login. Called after token and user were cleared. */
export function onSessionExpired(listener: SessionEndListener): void {
  sessionEnded = listener;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** A 401 says that the credentials were wrong, not that the session is over. */
  credentialsCall?: boolean;
  /** What is thrown when something was sent, and what came back is no answer of ours; without it `failure`, as a read tells it. */
  lost?: (failure: ApiError | NetworkError) => Error;
  /** Ends the asking after a lost answer with an AbortError, and never the call itself: the next write of the same content goes on asking. */
  asking?: AbortSignal;
  /** What becomes of a success that is no JSON. */
  read?: (response: Response) => Promise<unknown>;
}

/** Only this says that something happened, or that nothing did: proxies and portals answer in other forms, and answers are cut. */
export function isOurs(body: unknown): body is SuccessBody<unknown> | ErrorBody {
  return typeof (body as { success?: unknown } | null)?.success === 'boolean';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * One call. There is no time-out (specification §7): a slow network is not a failure.
 * @param path below `/api`, with query
 * @param body a JSON value, or FormData or a Blob for uploads
 * @returns the whole body of a success
 * @throws ApiError when the success flag is not true; NetworkError when nothing was sent, or nothing came back; what `lost`
 *   makes when something else than an answer of ours came back; AbortError when cancelled
 */
async function send<B>(
  method: string,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<B> {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  const token = readToken();
  if (token) headers.Authorization = `Bearer ${token}`;
  // A form, or a file as it is: the browser names their types.
  const isRaw = body instanceof FormData || body instanceof Blob;
  if (body !== undefined && !isRaw) headers['Content-Type'] = 'application/json';

  const askedAt = Date.now();
  const wasOffline = navigator.onLine === false;
  const lost = (failure: ApiError | NetworkError) => (!wasOffline && options.lost?.(failure)) || failure;
  let response: Response;
  let text: string;
  try {
    response = await fetch(BASE + path, {
      method,
      // Never what the browser kept: answers follow changes that are just a moment old.
      cache: 'no-cache',
      headers,
      body: isRaw ? body : body === undefined ? undefined : JSON.stringify(body),
      signal: options.signal,
    });
    const { headers: told } = response;
    learnServerTime(Date.parse(`${told.get('date')}`) + 1000 * Number(told.get('age')), askedAt);
    if (options.read && response.ok) {
      const content = await options.read(response);
      reportAnswer();
      return content as B;
    }
    text = await response.text();
    reportAnswer();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    reportNoAnswer();
    throw lost(new NetworkError());
  }

  const answer = parse(text);
  if (!isOurs(answer)) throw lost(new ApiError(response.status, answer));
  if (answer.success) return answer as B;
  const failure = new ApiError(response.status, answer);
  if (failure.status === 401 && !options.credentialsCall && token === readToken()) {
    clearSession();
    sessionEnded();
  }
  if (failure.status === 403 && failure.message.toLowerCase().includes('not approved')) {
    console.warn(errorTexts.pendingApprovalLog);
  }
  throw failure;
}

/** `send`, and once more after the user confirmed who they are, where the server asks for that. */
export async function request<B>(
  method: string,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<B> {
  try {
    return await send<B>(method, path, body, options);
  } catch (error) {
    if (!(error instanceof ApiError) || options.credentialsCall) throw error;
    if (error.code === 'SECOND_FACTOR_REQUIRED') secondFactorNeeded();
    if (error.code !== 'REAUTHENTICATION_REQUIRED' || !(await confirmIdentity())) throw error;
    return send<B>(method, path, body, options);
  }
}
