import { isUuid } from '@abato/contracts';
import type { Environment } from '@abato/platform';

/** Whether other sites may show this address in a frame: a contest's ranking only, written in the one way. Every other page forbids it. */
export function isEmbeddable(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  const [, id] = /^\/embed\/contests\/([^/]+)$/.exec(path) ?? [];
  return isUuid(id);
}

/**
 * The content policy of a page: no inline script or style without this answer's nonce, and nothing from or to other origins but
 * pictures where the store has an address of its own. A script that got in anyway can send nothing away by either.
 * @param embeddable whether other sites may frame it
 */
export function pagePolicy(
  nonce: string,
  embeddable: boolean,
  env: Pick<Environment, 'PUBLIC_URL' | 'S3_PUBLIC_URL'>,
): string {
  // Named besides 'self', which older browsers do not apply to websockets.
  const sockets = new URL(env.PUBLIC_URL).origin.replace(/^http/, 'ws');
  const pictures = env.S3_PUBLIC_URL ? ` ${new URL(env.S3_PUBLIC_URL).origin}` : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    // blob: what an organiser has chosen to upload is shown before it is sent.
    `img-src 'self' blob:${pictures}`,
    "font-src 'self'",
    `connect-src 'self' ${sockets}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${embeddable ? '*' : "'none'"}`,
  ].join('; ');
}
