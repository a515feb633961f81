import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../apps/local/src/ports.js';
import { Program, replaced, versionOf } from '../support/programs.js';
import { repository } from './kustomize.js';
import type { Proxy } from './proxy.js';
import { ask } from './upstream.js';

export const hasNginx =
  versionOf('nginx', {
    from: 'apt-get install nginx',
    tests: 'the tests of the proxy of compose',
    ask: '-v',
  }) !== undefined;

/** Lines that an operator adds or puts in the place of others. */
export type Change = (config: string) => string;

/** As docs/cdn.md says: its first example stands in `http`, its second in `server`. */
export const withCache: Change = (config) => {
  const [inHttp = '', inServer = ''] = [
    ...readFileSync(repository('docs', 'cdn.md'), 'utf8').matchAll(/```nginx\n([^`]+)```/g),
  ].map(([, lines]) => lines);
  return replaced(
    replaced(config, '  server {\n', `${inHttp}  server {\n`),
    'location / {',
    `${inServer}\nlocation / {`,
  );
};

/**
 * The proxy of compose on a free port of this machine. Docker's name server is not here: addresses stand for the name `api`, and
 * need no `resolve`.
 * @param upstreams addresses with ports
 */
function localConfig(folder: string, port: number, upstreams: readonly string[], change: Change): string {
  const config = change(readFileSync(repository('deploy', 'compose', 'nginx.conf'), 'utf8'));
  const server = 'server api:3000 resolve max_fails=2 fail_timeout=5s;';
  const servers = upstreams.map((address) => replaced(server, 'api:3000 resolve', address));
  return replaced(
    replaced(replaced(config, server, servers.join('\n')), 'listen 8080;', `listen 127.0.0.1:${port};`),
    '/tmp/',
    `${folder}/`,
  );
}

function writeConfig(port: number, upstreams: readonly string[], change: Change): [string, string[]] {
  const folder = mkdtempSync(join(tmpdir(), 'abato-nginx-'));
  // Its workers run under another account where it was started by root.
  chmodSync(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, localConfig(folder, port, upstreams, change));
  return [folder, ['-e', 'stderr', '-p', folder, '-c', file]];
}

/** What `nginx -t` says, where a process may have few files open, as most systems have it. */
export async function nginxMistakes(change: Change = (config) => config): Promise<string[]> {
  const [folder, args] = writeConfig(await findFreePort(), ['127.0.0.1:3000'], change);
  try {
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -S -n 1024; exec nginx -t "$@"', 'nginx', ...args],
      { encoding: 'utf8', env: { PATH: `${process.env['PATH']}:/usr/sbin` } },
    );
    const lines = stderr.split('\n').filter((line) => /\[(warn|alert|crit|emerg)\]/.test(line));
    return status === 0 ? lines : [...lines, `status ${status}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function startNginx(
  upstreams: readonly string[],
  change: Change = (config) => config,
): Promise<Proxy> {
  const port = await findFreePort();
  const [folder, args] = writeConfig(port, upstreams, change);
  const url = `http://127.0.0.1:${port}`;
  const program = await Program.start('nginx', [...args, '-g', 'daemon off;'], {
    // Longer than any body may be: answered by nginx itself, unseen by what is behind it.
    ready: async () => (await ask(url, { headers: { 'content-length': '99999999' } })).status === 413,
  });
  return {
    url,
    options: {},
    said: () => program.said,
    stop: async () => {
      await program.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
