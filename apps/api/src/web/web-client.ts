import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFileStore, FILE_STORE, type LocalFileStore, type S3FileStore } from '@abato/contests';
import { AppError, type Environment, type Logger } from '@abato/platform';
import { errorBody } from '../http/error.filter.js';
import { servePictures } from '../http/serve-pictures.js';
import { BuiltAssets } from './built-assets.js';
import { PageComposer } from './page-composer.js';
import { readPageFiles } from './page-files.js';
import { inlineScriptsOf, isEmbeddable, pagePolicy } from './page-policy.js';

const NONCE_PLACEHOLDER = /__CSP_NONCE__/g;
const HEAD_PLACEHOLDER = /<!--server-head-->[^]*<!--\/server-head-->/;
/** Names carry a hash of the content. */
const ASSET_CACHE = 'public, max-age=31536000, immutable';
const DATA_PLACEHOLDER = '<!--server-data-->';
const SHELL_PLACEHOLDER = '<!--server-shell-->';

/**
 * Serves the built web client: hashed assets for a year, and for every other path the one HTML page with a fresh nonce.
 * Unknown paths under /api, /uploads and /health stay JSON 404s.
 */
export async function serveWebClient(
  app: NestFastifyApplication,
  env: Environment,
  log: Logger,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const root = resolve(env.WEB_ROOT || fileURLToPath(new URL('../../../web', import.meta.url)));
  const page = join(root, 'index.html');
  const html = existsSync(page) ? readFileSync(page, 'utf8') : null;
  const scripts = inlineScriptsOf(html ?? '');
  if (!html) log.warn({ root }, 'no built web client here; serving the API only');

  // Answers to what changes something are small: they need not be asked how they would like to be compressed.
  fastify.addHook('onRoute', (route) => {
    if (!route.method.includes('GET')) route.compress = false;
  });
  // No client packs what it sends; unpacking a bomb would keep the threads busy that hash passwords, long after its refusal.
  const incoming = { globalDecompression: false };
  await fastify.register(fastifyCompress, { encodings: ['br', 'gzip'], threshold: 1024, ...incoming });
  const composer = app.get(PageComposer);
  await servePictures(fastify, app.get<LocalFileStore | S3FileStore>(FILE_STORE, { strict: false }));
  if (html) {
    const verifierPolicy = policyIn(join(root, 'verifier.html'));
    composer.usePageFiles(readPageFiles(root, html));
    await fastify.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      globIgnore: ['**/index.html', '**/files.json', '**/*.br', '**/*.gz'],
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        void reply.header('cache-control', hashed ? ASSET_CACHE : 'public, max-age=300');
        // A worker lives under the policy of its own file: this one fetches what it keeps for later.
        if (/\/sw\.js(\.br|\.gz)?$/.test(path)) {
          void reply.header('content-security-policy', "default-src 'none'; connect-src 'self'");
        }
        if (path.endsWith('/verifier.html') && verifierPolicy)
          void reply.header('content-security-policy', `${verifierPolicy}; frame-ancestors 'none'`);
      },
    });
  }
  const others = html ? new BuiltAssets(createFileStore(env, log, 'assets'), root, log) : null;
  await others?.publish();
  // Nest owns the not-found handler; every path it does not know arrives here first.
  fastify.get('/*', async (request, reply) => {
    if (html && isPage(request)) return sendPage(request, reply, { html, scripts }, composer, env);
    const [path = ''] = request.url.split('?', 1);
    const asset = path.startsWith('/assets/') ? await others?.find(path) : null;
    if (asset) return reply.type(asset.type).header('cache-control', ASSET_CACHE).send(asset.bytes);
    return reply.status(404).send(errorBody(new AppError('NOT_FOUND'), request.id));
  });
}

/** The policy that a page brings with it: it allows its own scripts by their hashes, wherever it is opened. */
function policyIn(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  return /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1];
}

function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '/';
  return !/^\/(api|uploads|assets|health|socket\.io)(\/|$)/.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path);
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, scripts }: { html: string; scripts: readonly string[] },
  composer: PageComposer,
  env: Environment,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64');
  const { head, data, shell, cache } = await composer.compose(request.url);
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', cache)
    .header('content-security-policy', pagePolicy({ scripts, nonce }, isEmbeddable(request.url), env))
    .header(
      'referrer-policy',
      request.url.startsWith('/payment/') ? 'no-referrer' : 'strict-origin-when-cross-origin',
    )
    .send(
      // The nonce comes first: a placeholder in a title stays text. Functions: a `$` in a title is no pattern of `replace`.
      html
        .replace(NONCE_PLACEHOLDER, nonce)
        .replace(DATA_PLACEHOLDER, () => data)
        .replace(SHELL_PLACEHOLDER, () => shell)
        .replace(HEAD_PLACEHOLDER, () => head),
    );
}
