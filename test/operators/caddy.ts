import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { findFreePort } from '../../apps/local/src/ports.js';
import { isAtLeast, Program, replaced, versionOf } from '../support/programs.js';
import { repository } from './kustomize.js';
import { NameServer } from './name-server.js';
import type { Proxy } from './proxy.js';
import { ask, type Upstream } from './upstream.js';

const version = versionOf('caddy', {
  from: 'apt-get install caddy',
  tests: 'the tests of the proxy with certificates',
  ask: 'version',
});
export const hasCaddy = version !== undefined;
const is = (wanted: string): boolean => version !== undefined && isAtLeast(version, wanted);
/** What the version of compose does, and Debian's older one does not: send a body to another server, name a body that is too long. */
export const [repeatsBodies, namesLongBodies] = [is('2.11.4'), is('2.9')];
if (hasCaddy && !repeatsBodies)
  process.stderr.write(
    `caddy ${version} is older than that of compose: votes for a server that is away are SKIPPED\n`,
  );

/** Beside other Caddys of the machine, and without its list of authorities. */
const OF_TESTS = ['admin off', 'skip_install_trust', 'default_bind 127.0.0.1'];

/**
 * The Caddyfile of compose on free ports. What stands for Docker's name server is named; a line that Debian's older version does not know
 * is left out there.
 */
function localCaddyfile(ports: { http: number; https: number; api: number }, names: string): string {
  const text = readFileSync(repository('deploy', 'compose', 'Caddyfile'), 'utf8');
  return [
    ['http_port 8081', [`http_port ${ports.http}`, ...OF_TESTS].join('\n')],
    ['https_port 8443', `https_port ${ports.https}`],
    ['port 3000', `port ${ports.api}\nresolvers udp/${names}`],
    ...(is('2.7') ? [] : [['stream_close_delay 20s', '']]),
  ].reduce((config, [part = '', by = '']) => replaced(config, part, by), text);
}

export interface Caddy extends Proxy {
  /** Where the site answers without encryption. */
  plainUrl: string;
  /** The containers that the name server tells of; all at first. */
  know(upstreams: readonly Upstream[]): void;
}

/** Whether a client can connect to the site. Caddy makes the certificate after it has begun to listen. @throws Error while it has none */
async function hasCertificate(port: number, authority: string): Promise<boolean> {
  const options = { port, host: '127.0.0.1', servername: 'localhost', ca: readFileSync(authority) };
  const socket = connect(options);
  try {
    await once(socket, 'secureConnect');
    return true;
  } finally {
    socket.destroy();
  }
}

/** Caddy with the site `https://localhost`, for which it makes certificates by itself. */
export async function startCaddy(upstreams: readonly Upstream[]): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), 'abato-caddy-'));
  const names = await NameServer.start();
  const know = (there: readonly Upstream[]): void => {
    names.addresses = there.map(({ host }) => host);
  };
  know(upstreams);
  const http = await findFreePort(2);
  const ports = { http, https: http + 1, api: upstreams[0]?.port ?? 0 };
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, localCaddyfile(ports, names.address));
  const authority = join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt');
  const plainUrl = `http://127.0.0.1:${ports.http}`;
  const program = await Program.start('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { PUBLIC_URL: 'https://localhost', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    // Another name than the site's: answered by Caddy itself.
    ready: async () => (await ask(plainUrl)).status > 0 && hasCertificate(ports.https, authority),
  });
  return {
    url: `https://localhost:${ports.https}`,
    plainUrl,
    options: { ca: readFileSync(authority), family: 4 },
    said: () => program.said,
    know,
    stop: async () => {
      await program.stop();
      names.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
