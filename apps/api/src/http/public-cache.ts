import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '@abato/platform';

/** What shared caches are told about answers that are the same for everyone. */
export interface PublicCache {
  /** Contests, lists and the pages that contain them: hidden results must disappear from caches at once. */
  snapshot: string;
  /** Pages without figures. */
  page: string;
}

export function publicCache(
  env: Pick<Environment, 'CDN_SNAPSHOT_SECONDS' | 'CDN_PAGE_SECONDS'>,
): PublicCache {
  return { snapshot: keptFor(env.CDN_SNAPSHOT_SECONDS), page: keptFor(env.CDN_PAGE_SECONDS) };
}

/** Browsers ask every time: what they keep cannot be told of a change. */
function keptFor(seconds: number): string {
  if (seconds === 0) return 'no-cache';
  return `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`;
}

/**
 * Takes back what a route says about shared caches where the answer is not for everyone: a refusal, one that sets a cookie, one to a
 * signed-in user. A route is then safe whatever its header says.
 */
export function keepFromSharedCaches(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'statusCode' | 'hasHeader' | 'getHeader' | 'header'>,
): void {
  if (!String(reply.getHeader('cache-control')).startsWith('public')) return;
  if (reply.statusCode >= 400 || reply.hasHeader('set-cookie'))
    void reply.header('cache-control', 'no-store');
  else if (headers.authorization !== undefined) void reply.header('cache-control', 'private, no-cache');
}
