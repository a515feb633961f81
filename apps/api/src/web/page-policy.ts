import { createHash } from 'node:crypto';
import { isUuid } from '@abato/contracts';
import type { Environment } from '@abato/platform';

/** Whether other sites may show this address in a frame: a contest's ranking only, written in the one way. Every other page forbids it. */
export function isEmbeddable(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  const [, id] = /^\/embed\/contests\/([^/]+)$/.exec(path) ?? [];
  return isUuid(id);
}

/** Sources of a policy for the scripts that stand in a page: their digests, so that no word read from a page allows another one. */
export function inlineScriptsOf(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\b(?:src|type)=)[^>]*>([^]*?)<\/script>/g)];
  return scripts.map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
}

/**
 * The content policy of a page: no inline script but its own, no inline style without this answer's nonce, and nothing from or to other
 * origins but pictures where the store has an address of its own. A script that got in anyway can send nothing away by either.
 * @param scripts the page's own, as sources
 * @param nonce for styles only: caches keep a page with its policy, and everyone can read it there
 * @param embeddable whether other sites may frame it
 */
export function pagePolicy(
  { scripts, nonce }: { scripts: readonly string[]; nonce: string },
  embeddable: boolean,
  env: Pick<Environment, 'PUBLIC_URL' | 'S3_PUBLIC_URL'>,
): string {
  // Named besides 'self', which older browsers do not apply to websockets.
  const sockets = new URL(env.PUBLIC_URL).origin.replace(/^http/, 'ws');
  const pictures = env.S3_PUBLIC_URL ? ` ${new URL(env.S3_PUBLIC_URL).origin}` : '';
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
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
