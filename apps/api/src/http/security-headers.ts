import type { FastifyInstance } from 'fastify';
import type { Environment } from '@abato/platform';
import { isEmbeddable } from '../web/page-policy.js';
import { isOpenToAll } from './origins.js';
import { keepFromSharedCaches } from './public-cache.js';

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
const REFERRER_POLICY = 'strict-origin-when-cross-origin';
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains';
const isHttps = (env: Environment): boolean => env.PUBLIC_URL.startsWith('https:');

/** What an answer of the API carries: data, never a page. */
function apiHeaders(env: Environment): Readonly<Record<string, string>> {
  return {
    ...EVERYWHERE,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': REFERRER_POLICY,
    'content-security-policy': DATA_POLICY,
    'x-frame-options': 'DENY',
    ...(isHttps(env) && { 'strict-transport-security': TRANSPORT_SECURITY }),
  };
}

/** Those of them that speak about data; the others speak to pages and frames. */
const ABOUT_DATA = new Set([
  'x-content-type-options',
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
]);

/** What an answer carries that does not pass through the framework, because it is sent thousands of times a second. */
export function dataHeaders(env: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(apiHeaders(env)).filter(([name]) => ABOUT_DATA.has(name)));
}

/** Headers of every answer; pages add their content security policy (see web/web-client.ts). */
export function setSecurityHeaders(fastify: FastifyInstance, env: Environment): void {
  const https = isHttps(env);
  const forApi = apiHeaders(env);
  fastify.addHook('onSend', (request, reply, payload, done) => {
    keepFromSharedCaches(request, reply);
    if (isOpenToAll(request)) void reply.header('access-control-allow-origin', '*');
    // Nearly every request; the rest is asked header by header.
    if (request.url.startsWith('/api/') && !request.url.startsWith('/api/docs')) {
      void reply.headers(forApi);
      // Answers may hold personal data; a public answer sets its own header.
      if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
      return done(null, payload);
    }
    void reply.headers({
      ...EVERYWHERE,
      'cross-origin-resource-policy': request.url.startsWith('/uploads/') ? 'cross-origin' : 'same-origin',
    });
    if (!reply.hasHeader('referrer-policy')) void reply.header('referrer-policy', REFERRER_POLICY);
    if (!reply.hasHeader('content-security-policy')) {
      void reply.header('content-security-policy', policyFor(request.url));
    }
    if (!isEmbeddable(request.url)) void reply.header('x-frame-options', 'DENY');
    if (https) void reply.header('strict-transport-security', TRANSPORT_SECURITY);
    done(null, payload);
  });
}

function policyFor(url: string): string {
  // The API reference shares the origin under which browsers keep session tokens: its scripts are files, only its styles are inline.
  if (url.startsWith('/api/docs')) {
    return "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  }
  return DATA_POLICY;
}
