import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { createRedis } from '@abato/platform';
import { findFreePort } from '../../apps/local/src/ports.js';
import { expectFailOverFollowed } from '../support/fail-over.js';
import { hasOpenssl, hasRedisProgram, ownCertificate, RedisServer } from '../support/redis-servers.js';
import { testRun } from '../support/state.js';
import { running, useOwnPlatform } from './own-platform.js';

/**
 * A primary and a replica watched by three sentinels, with TLS, ACL users and passwords everywhere. The processes' user may do what
 * docs/runbook.md#redis gives it and no more.
 */
const NAME = 'abato-votes';
const PASSWORD = 'of-the-processes';
const SENTINEL_PASSWORD = 'of-the-sentinels';
const ACCOUNT = `user abato on >${PASSWORD} ~abato:* ~bull:* &abato:live:* +@all -@admin -@dangerous +info`;

const servers: RedisServer[] = [];
let sentinels: RedisServer[];
let primary: RedisServer;
let replica: RedisServer;
let ca: string;
let settings: Record<string, string>;

async function startServers(): Promise<void> {
  const folder = mkdtempSync(join(testRun().scratchDir, 'redis-'));
  const first = await findFreePort(5);
  const { certificate, key } = ownCertificate(folder);
  ca = readFileSync(certificate, 'utf8');
  const encrypted = (port: number): string[] => [
    'port 0',
    `tls-port ${port}`,
    `tls-cert-file ${certificate}`,
    `tls-key-file ${key}`,
    `tls-ca-cert-file ${certificate}`,
    'tls-auth-clients no',
    'tls-replication yes',
  ];
  const start = async (at: string, port: number, lines: string[], as?: 'sentinel') => {
    const server = await RedisServer.start(join(folder, at), port, [...encrypted(port), ...lines], as);
    servers.push(server);
    return server;
  };
  const store = ['requirepass of-servers', 'masterauth of-servers', ACCOUNT];
  primary = await start('primary', first, store);
  replica = await start('replica', first + 1, [...store, `replicaof 127.0.0.1 ${first}`]);
  await replica.says(/MASTER <-> REPLICA sync: Finished with success/);
  const watch = [
    `sentinel monitor ${NAME} 127.0.0.1 ${first} 2`,
    `sentinel auth-pass ${NAME} of-servers`,
    `sentinel down-after-milliseconds ${NAME} 500`,
    `sentinel failover-timeout ${NAME} 5000`,
    `requirepass ${SENTINEL_PASSWORD}`,
    `sentinel sentinel-pass ${SENTINEL_PASSWORD}`,
    `user abato on >${PASSWORD} allchannels +sentinel|get-master-addr-by-name +sentinel|sentinels`,
  ];
  const places = [first + 2, first + 3, first + 4];
  sentinels = await Promise.all(places.map((port, nr) => start(`sentinel-${nr}`, port, watch, 'sentinel')));
  // They find each other and the replica through the primary.
  await Promise.all(sentinels.map((one) => Promise.all([one.says(/\+sentinel /, 2), one.says(/\+slave /)])));
  settings = {
    REDIS_URL: `rediss://abato:${PASSWORD}@${NAME}`,
    REDIS_SENTINELS: places.map((port) => `127.0.0.1:${port}`).join(','),
    REDIS_SENTINEL_USER: 'abato',
    REDIS_SENTINEL_PASSWORD: PASSWORD,
    NODE_EXTRA_CA_CERTS: certificate,
  };
}

/** As the servers' administrator. */
const atServer = ({ port }: RedisServer) =>
  new Redis({ host: '127.0.0.1', port, password: 'of-servers', tls: { ca } });

(hasRedisProgram && hasOpenssl ? describe : describe.skip)('a primary watched by sentinels', () => {
  beforeAll(startServers);
  useOwnPlatform(() => settings);
  afterAll(() => Promise.all(servers.map((server) => server.kill())));

  it('is followed when it dies among votes: they are taken, counted and pushed, jobs and hints go on, and limits hold', async () => {
    const primaryNow = atServer(replica);
    await expectFailOverFollowed(running.baseUrl, {
      prefix: '',
      settings,
      async failOver() {
        await primary.kill();
        await Promise.all(sentinels.map((sentinel) => sentinel.says(/\+switch-master /)));
        expect((await primaryNow.role())[0]).toBe('master');
        return { primary: primaryNow, servers: [primaryNow] };
      },
    });
    primaryNow.disconnect();
  });

  it('is not believed when its certificate is signed by nobody known', async () => {
    const refused = new Promise<string>((resolve) => {
      const client = createRedis(`rediss://abato:${PASSWORD}@127.0.0.1:${replica.port}`, (error) => {
        client.disconnect();
        resolve(error.message);
      });
    });
    expect(await refused).toContain('self-signed certificate');
  });
});
