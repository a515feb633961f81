import type { Pagination } from '@abato/contracts';
import { mistakesOf } from './open-api.js';
import { previousReleaseIsAt, testState } from './state.js';

/** An answer of the API with its envelope taken off; the status stays, because tests assert it. */
export interface ApiAnswer<T> {
  status: number;
  headers: Headers;
  success: boolean;
  data: T;
  message: string | undefined;
  code: string | undefined;
  errors: { field: string; message: string }[] | undefined;
  pagination: Pagination | undefined;
  /** The body as it came: parsed JSON, or text. */
  body: unknown;
}

export interface CallOptions {
  headers?: Record<string, string>;
  /** Milliseconds before the call is given up; 60,000 by default. */
  timeoutMs?: number;
}

/** A small client for the API: no retries, no exceptions for refusals. Every answer is compared with the committed document. */
export class ApiClient {
  /** @param baseUrl origin of the platform, without `/api` */
  constructor(
    private readonly baseUrl: string = testState().baseUrl,
    private readonly token?: string,
  ) {}

  /** The same client, signed in. */
  as(token: string): ApiClient {
    return new ApiClient(this.baseUrl, token);
  }

  get<T = unknown>(path: string, options?: CallOptions): Promise<ApiAnswer<T>> {
    return this.call<T>('GET', path, undefined, options);
  }

  post<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<ApiAnswer<T>> {
    return this.call<T>('POST', path, body, options);
  }

  put<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<ApiAnswer<T>> {
    return this.call<T>('PUT', path, body, options);
  }

  patch<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<ApiAnswer<T>> {
    return this.call<T>('PATCH', path, body, options);
  }

  delete<T = unknown>(path: string, options?: CallOptions): Promise<ApiAnswer<T>> {
    return this.call<T>('DELETE', path, undefined, options);
  }

  /**
   * @param path below `/api`, for example `/contests/public`
   * @param body sent as JSON; a FormData, string or Buffer goes out as it is
   */
  async call<T>(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<ApiAnswer<T>> {
    const raw = body instanceof FormData || typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${this.baseUrl}/api${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? 60_000),
      headers: {
        ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...options.headers,
      },
      body: body === undefined ? null : raw ? (body as FormData | string) : JSON.stringify(body),
    });
    const answer = unwrap<T>(response.status, response.headers, await response.text());
    if (previousReleaseIsAt(this.baseUrl)) return answer;
    const mistakes = mistakesOf(method, `/api${path}`, answer);
    if (mistakes.length) throw new Error(`${method} ${path} breaks its promise: ${mistakes.join('; ')}`);
    return answer;
  }
}

/** A file as its user downloads it. @param path below `/api` */
export async function download(
  { token }: { token: string },
  path: string,
): Promise<{ response: Response; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${testState().baseUrl}/api${path}`, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A form as a browser sends it. @param files by their fields; one without a name has its field's */
export function formOf(fields: Record<string, string>, files: Record<string, Blob> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, file] of Object.entries(files))
    form.set(name, file, file instanceof File ? file.name : `${name}.png`);
  return form;
}

function unwrap<T>(status: number, headers: Headers, text: string): ApiAnswer<T> {
  let body: unknown = text;
  if (headers.get('content-type')?.includes('json')) body = JSON.parse(text);
  const envelope = (typeof body === 'object' && body !== null ? body : {}) as Partial<ApiAnswer<T>>;
  return {
    status,
    headers,
    success: envelope.success === true,
    data: envelope.data as T,
    message: envelope.message,
    code: envelope.code,
    errors: envelope.errors,
    pagination: envelope.pagination,
    body,
  };
}
