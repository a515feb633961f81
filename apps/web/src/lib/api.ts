import type { PageBody, SuccessBody } from '@abato/contracts';
import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { NetworkError, request, type RequestOptions } from './request';

export { ApiError, errorText, NetworkError, onSessionExpired } from './request';

/**
 * A write (`writes/write.ts`). Its code is not in the shell: most who look at a contest write nothing.
 * @throws NetworkError when the code cannot be had: nothing was sent
 */
const writing =
  (method: string) =>
  async <T>(path: string, body?: unknown, options?: RequestOptions): Promise<T> => {
    const code = await import('./writes/write').catch(() => {
      throw new NetworkError();
    });
    return (await code.write<SuccessBody<T>>(method, path, body, options)).data;
  };
const remove = writing('DELETE');

/**
 * Answers that the server wrote into the page, so that the first picture needs no second round trip:
 * `<script type="application/json" id="server-data">{"/contests/<id>/public": {"success": true, "data": …}}</script>`,
 * keyed by path below `/api`. Each is used once; later reads go to the network.
 */
let served: Map<string, unknown> | null = null;

function loadServerData(): Map<string, unknown> {
  const text = document.getElementById('server-data')?.textContent;
  if (!text) return new Map();
  try {
    return new Map(Object.entries(JSON.parse(text) as Record<string, unknown>));
  } catch {
    return new Map();
  }
}

function takeServerData<B extends { success: boolean }>(path: string): B | undefined {
  served ??= loadServerData();
  const body = served.get(path) as B | undefined;
  served.delete(path);
  return body?.success === true ? body : undefined;
}

/** `?a=1&b=x`; blank and absent values are left out, texts are trimmed. */
export function queryString(values: Record<string, string | number | undefined | null>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    const text = value === undefined || value === null ? '' : String(value).trim();
    if (text) query.set(key, text);
  }
  const result = query.toString();
  return result ? `?${result}` : '';
}

export const api = {
  /** `data` of a success. The first answer may be part of the HTML. */
  async get<T>(path: string, options?: RequestOptions): Promise<T> {
    return (
      takeServerData<SuccessBody<T>>(path) ?? (await request<SuccessBody<T>>('GET', path, undefined, options))
    ).data;
  },
  /** `data` and `pagination` of a list. */
  async page<T>(path: string, options?: RequestOptions): Promise<PageBody<T>> {
    return takeServerData<PageBody<T>>(path) ?? request<PageBody<T>>('GET', path, undefined, options);
  },
  /** The whole body: where it is more than its data (payment verification), or a file. */
  body<B>(path: string, options?: RequestOptions): Promise<B> {
    return request<B>('GET', path, undefined, options);
  },
  /** A POST that only reads, or that may be sent again as often as one likes: what is lost on the way is told as of a read. */
  async ask<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T> {
    return (await request<SuccessBody<T>>('POST', path, body, options)).data;
  },
  /** A list that is asked for by something an address must not hold. */
  askPage<T>(path: string, body: unknown, options?: RequestOptions): Promise<PageBody<T>> {
    return request('POST', path, body, options);
  },
  post: writing('POST'),
  put: writing('PUT'),
  patch: writing('PATCH'),
  delete: <T = null>(path: string, options?: RequestOptions): Promise<T> =>
    remove<T>(path, undefined, options),
};

type More<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>;

/** What `GET path` answers. */
export const reads = <T>(queryKey: QueryKey, path: string, more?: More<T>) =>
  queryOptions<T>({ queryKey, queryFn: ({ signal }) => api.get<T>(path, { signal }), ...more });

/** The page of a list that `GET path` answers. */
export const readsPage = <T>(queryKey: QueryKey, path: string, more?: More<PageBody<T>>) =>
  queryOptions<PageBody<T>>({
    queryKey,
    queryFn: ({ signal }) => api.page<T>(path, { signal }),
    ...more,
  });
