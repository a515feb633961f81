/*
 * Opens the app without a connection: the empty page (no counts in it), and code that was loaded before. Built to `/sw.js`
 * as a file of its own; everything it needs is in this file.
 *
 * Answers of the API are never kept: an old count that looks like a live one is worse than none.
 */

interface LongEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LongEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void>; matchAll(options: object): Promise<readonly object[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LongEvent) => void): void;
  addEventListener(type: 'message', listener: (event: LongEvent & { data: unknown }) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
}
const worker = self as unknown as WorkerScope;

/** Written in by the build: what the page itself names, the entry first. */
const SHELL_FILES = JSON.parse('__SHELL_FILES__') as string[];
/** Changes with every build that changes the client: names of built files carry a hash. */
const CACHE = `shell ${SHELL_FILES.join(' ')}`;
/** Caches of earlier builds that are kept while pages are open; they come in the order in which they were made. */
const MOST_OLDER_BUILDS = 2;
/** No address of the app: the server answers it with the page alone, without first data. */
const SHELL_PAGE = '/offline';

worker.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll([SHELL_PAGE, ...SHELL_FILES]);
    await worker.skipWaiting();
  };
  event.waitUntil(fill());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => worker.clients.claim()));
});

/** Tabs of an older build may still need its code: what it kept goes when no page is open, and the oldest when there is too much. */
async function tidy(): Promise<void> {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const older = (await caches.keys()).filter((name) => name !== CACHE);
  const surplus = open.length === 0 ? older : older.slice(0, -MOST_OLDER_BUILDS);
  await Promise.all(surplus.map((name) => caches.delete(name)));
}

/** Files that pages had loaded before this worker was there; the browser still has them, so this costs no data. */
worker.addEventListener('message', (event) => {
  if (!Array.isArray(event.data)) return;
  const files = event.data.filter((path): path is string => typeof path === 'string' && isBuiltFile(path));
  event.waitUntil(
    caches.open(CACHE).then((cache) => Promise.allSettled(files.map((path) => cache.add(path)))),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (isPage(url.pathname)) {
      event.respondWith(fetch(request).catch(() => shellPage()));
      event.waitUntil(tidy());
    }
  } else if (isBuiltFile(url.pathname)) {
    event.respondWith(builtFile(request));
  }
});

function isPage(path: string): boolean {
  // The light page is no page of the app.
  return !/^\/(api|uploads|health|metrics|embed|v)(\/|$)/.test(path);
}

function isBuiltFile(path: string): boolean {
  return path.startsWith('/assets/');
}

async function shellPage(): Promise<Response> {
  return (await caches.match(SHELL_PAGE)) ?? Response.error();
}

/** The name carries the content's hash: what was kept is right for ever. */
async function builtFile(request: Request): Promise<Response> {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    await caches.open(CACHE).then((cache) => cache.put(request.url, copy));
  }
  return answer;
}
