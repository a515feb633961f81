import type { FastifyInstance } from 'fastify';
import { AppError, type Environment } from '@abato/platform';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Part of a route's configuration (`TakesBody`). */
interface OriginConfig {
  /** The route takes writes whatever `Origin` says: its callers prove themselves in another way. */
  anyOrigin?: boolean;
}

/** The origins whose pages may write, for HTTP and websockets: PUBLIC_URL, CORS_ORIGINS and the address that the browser itself asked. */
export class Origins {
  /** PUBLIC_URL and CORS_ORIGINS. Outside of servers all names of this machine are one. */
  readonly listed: readonly string[];
  private readonly known: ReadonlySet<string>;

  constructor(env: Pick<Environment, 'PUBLIC_URL' | 'CORS_ORIGINS'>) {
    const own = new URL(env.PUBLIC_URL);
    const port = own.port ? `:${own.port}` : '';
    const names = LOOPBACK.includes(own.hostname)
      ? LOOPBACK.map((host) => `${own.protocol}//${host}${port}`)
      : [own.origin];
    this.known = new Set([...names, ...listOf(env.CORS_ORIGINS)]);
    this.listed = [...this.known];
  }

  /**
   * Whether a request with these headers may change something. Programs send no origin; every browser does when it writes.
   * The address asked counts too: a phone in the developer's network, a second name of the site.
   */
  allow({ origin, host }: { origin?: string | undefined; host?: string | undefined }): boolean {
    if (origin === undefined || this.known.has(origin)) return true;
    if (host === undefined || !URL.canParse(origin)) return false;
    const { protocol, host: from } = new URL(origin);
    const asked = `${protocol}//${host}`;
    // Behind a proxy that ends TLS the scheme is the browser's; the default port may be written or not.
    return /^https?:$/.test(protocol) && URL.canParse(asked) && new URL(asked).host === from;
  }
}

/** The public log, and what the verifier compares with it: the same for everyone who asks. */
const OPEN_TO_ALL = /^\/(log\/|api\/contests\/[^/?]+\/(public|rules)(\?|$))/;

/** Whether pages of every origin may read the answer: without cookies and tokens, which their browsers do not send along. */
export const isOpenToAll = ({ method, url }: { method: string; url: string }): boolean =>
  method === 'GET' && OPEN_TO_ALL.test(url);

/** Refuses every writing request from a page of another origin, before its body is read. */
export function refuseForeignOrigins(fastify: FastifyInstance, origins: Origins): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { anyOrigin } = (request.routeOptions.config ?? {}) as OriginConfig;
    const isAllowed = anyOrigin || READING.has(request.method) || origins.allow(request.headers);
    done(isAllowed ? undefined : new AppError('FOREIGN_ORIGIN'));
  });
}

/** A setting with several values, separated by commas. */
export function listOf(setting: string | undefined): string[] {
  return (setting ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);
}
