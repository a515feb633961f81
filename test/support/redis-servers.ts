import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findFreePort, isPortFree } from '../../apps/local/src/ports.js';
import { testRun } from './state.js';
import { waitFor } from './wait-for.js';

const WITHIN_MS = 60_000;

/** Without a program of its own (REDIS_URL is given) a run cannot start the servers of a fail-over. */
export const hasRedisProgram = Boolean(testRun().redisProgram);
if (!hasRedisProgram)
  process.stderr.write('there is no Redis program: the tests of Sentinel and Cluster are SKIPPED\n');

/** Makes the certificates of encrypted servers. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) process.stderr.write('openssl is missing: the tests of sentinels are SKIPPED\n');

/** A Redis, or a sentinel, that a test starts with its own settings, beside the one of a platform. */
export class RedisServer {
  private log = '';
  private readonly ended: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {
    this.ended = once(child, 'exit');
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (this.log += chunk));
  }

  /** @param lines of its configuration file @param folder of its own, made when it does not exist */
  static async start(folder: string, port: number, lines: string[], as?: 'sentinel'): Promise<RedisServer> {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${port}.conf`);
    const common = ['bind 127.0.0.1', `dir ${folder}`, ...(as ? [] : ['save ""'])];
    writeFileSync(file, [...common, ...lines].join('\n'));
    const args = [file, ...(as ? ['--sentinel'] : [])];
    const child = spawn(testRun().redisProgram as string, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const server = new RedisServer(child, port);
    await server.says(as ? /\+monitor/ : /Ready to accept connections/);
    return server;
  }

  /** Resolves when its log has had so many lines of this kind. */
  async says(line: RegExp, times = 1): Promise<void> {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const pattern = new RegExp(line, 'g');
    while ((this.log.match(pattern)?.length ?? 0) < times) {
      if (this.child.exitCode !== null || signal.aborted)
        throw new Error(`no ${times} × ${line} in the log of ${this.port}:\n${this.log.slice(-2_000)}`);
      await once(this.child.stdout as NodeJS.EventEmitter, 'data', { signal }).catch(() => undefined);
    }
  }

  /** As a machine or network that vanishes: connections stay open, and nothing answers. */
  hang(): void {
    this.child.kill('SIGSTOP');
  }

  goOn(): void {
    this.child.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** @returns files of a certificate for 127.0.0.1 that signs itself, and its key */
export function ownCertificate(folder: string): { certificate: string; key: string } {
  mkdirSync(folder, { recursive: true });
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const made = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
      .concat(['-subj', '/CN=redis.test', '-addext', 'subjectAltName=IP:127.0.0.1'])
      .concat(['-keyout', key, '-out', certificate]),
    { encoding: 'utf8' },
  );
  if (made.status !== 0)
    throw new Error(`openssl made no certificate: ${made.stderr || made.error?.message}`);
  return { certificate, key };
}

/** Servers of a cluster; `primaries` share the slots evenly, `replica` copies the one that has the key `of`. */
export interface RedisCluster {
  primaries: RedisServer[];
  /** The primary that has a key. */
  ownerOf(key: string): Promise<RedisServer>;
  replica?: RedisServer;
  ports: number[];
  kill(): Promise<void>;
}

const SLOTS = 16_384;

/**
 * @param folder of its own
 * @param options.replicaOf a key: the primary that has it gets a replica
 * @param options.settings of each server besides
 */
export async function startRedisCluster(
  folder: string,
  { replicaOf, settings: more = [] }: { replicaOf?: string; settings?: string[] } = {},
): Promise<RedisCluster> {
  const count = replicaOf === undefined ? 3 : 4;
  const ports = await freeClusterPorts(count);
  const settings = (port: number): string[] => [
    `port ${port}`,
    'cluster-enabled yes',
    'cluster-node-timeout 1000',
    `cluster-config-file nodes-${port}.conf`,
    ...more,
  ];
  const servers = await Promise.all(ports.map((port) => RedisServer.start(folder, port, settings(port))));
  const clients = ports.map((port) => new Redis({ host: '127.0.0.1', port }));
  const [first] = clients as [Redis];
  const info = (client: Redis) => client.cluster('INFO');
  try {
    const primaries = servers.slice(0, 3);
    for (const nr of primaries.keys()) {
      const [from, to] = [Math.ceil((nr * SLOTS) / 3), Math.ceil(((nr + 1) * SLOTS) / 3)];
      await clients[nr]?.cluster('ADDSLOTS', ...Array.from({ length: to - from }, (_, slot) => from + slot));
    }
    for (const port of ports.slice(1)) await first.cluster('MEET', '127.0.0.1', port);
    const knowsAll = async (client: Redis): Promise<boolean> =>
      new RegExp(`cluster_state:ok[^]*cluster_known_nodes:${count}\\b`).test(await info(client));
    await waitFor(async () => (await Promise.all(clients.map(knowsAll))).every(Boolean), {
      what: 'the servers of a cluster to know each other',
    });
    const ownerOf = async (key: string): Promise<RedisServer> => {
      const client = new Redis({ host: '127.0.0.1', port: ports.at(-1) ?? 0 });
      const slot = Number(await client.cluster('KEYSLOT', key));
      client.disconnect();
      return primaries[Math.floor((slot * 3) / SLOTS)] as RedisServer;
    };
    const cluster: RedisCluster = {
      primaries,
      ports,
      ownerOf,
      kill: async () => void (await Promise.all(servers.map((server) => server.kill()))),
    };
    if (replicaOf === undefined) return cluster;
    const [owner, replica, client] = [await ownerOf(replicaOf), servers[3], clients[3]];
    if (!replica || !client) return cluster;
    const id = String(await clients[primaries.indexOf(owner)]?.cluster('MYID'));
    await client.cluster('REPLICATE', id);
    await replica.says(/MASTER <-> REPLICA sync: Finished with success/);
    return { ...cluster, replica };
  } finally {
    for (const client of clients) client.disconnect();
  }
}

/** Of the range for servers, what lies so low that 10,000 more are below every system's range for outgoing connections too. */
const LOWEST_PART = 0.2;

/** Each server of a cluster listens at a second port, 10,000 above its own. */
export async function freeClusterPorts(count: number): Promise<number[]> {
  for (;;) {
    const first = await findFreePort(count, () => Math.random() * LOWEST_PART);
    const ports = Array.from({ length: count }, (_, nr) => first + nr);
    const free = await Promise.all(ports.map((port) => isPortFree(port + 10_000)));
    if (free.every(Boolean)) return ports;
  }
}
