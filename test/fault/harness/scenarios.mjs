import { readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postJson } from '../../bench/load/post.mjs';
import { CRASH_POINTS } from './crash-points.mjs';
import { until } from './installation.mjs';
import { ORGANISING } from './organiser.mjs';

/**
 * Terrible things. Each is `{ part, strike }`: `strike` does it, lets it last for a while and undoes it; it resolves when what was
 * broken is back. `part` says whose time for recovery holds. All choices come from the seed.
 */
export const SCENARIOS = {
  'kill an API': kill('api', ({ random, installation }) => random.pick(installation.apis)),
  'kill a worker': kill('worker', ({ random, installation }) => random.pick(installation.workers)),
  'kill both workers': { part: 'worker', strike: (scene) => killAll(scene, scene.installation.workers) },
  'kill every process': {
    part: 'worker',
    strike: (scene) => killAll(scene, [...scene.installation.processes, 'simulator', 'redis', 'postgres']),
  },
  'kill the simulator': kill('provider', () => 'simulator'),
  'kill Redis': kill('redis', () => 'redis'),
  // SIGQUIT is PostgreSQL's immediate stop: no checkpoint, recovery from the log. After SIGKILL of the first process its children live on for a moment.
  'kill PostgreSQL': kill('postgres', () => 'postgres', ['SIGQUIT', 'SIGKILL']),
  'restart PostgreSQL': { part: 'postgres', strike: (scene) => outage(scene, 'postgres', 0, 2_000) },
  'PostgreSQL away': { part: 'postgres', strike: (scene) => outage(scene, 'postgres', 3_000, 6_000) },
  'Redis away': { part: 'redis', strike: (scene) => outage(scene, 'redis', 3_000, 6_000) },
  'Redis emptied': { part: 'redis', strike: emptyRedis },
  'Redis with a truncated AOF': { part: 'redis', strike: truncateAof },
  'Redis out of memory': { part: 'redis', strike: fillRedis },
  'a worker stopped longer than its lock': {
    part: 'worker',
    strike: (scene) => stopped(scene, scene.installation.workers, 13_000),
  },
  'an API stopped': { part: 'api', strike: (scene) => stopped(scene, scene.installation.apis, 5_000) },
  'connections cut while COMMIT is under way': { part: 'postgres', strike: cutCommits },
  'PostgreSQL out of connections': { part: 'postgres', strike: takeConnections },
  'the pool exhausted by locked tables': { part: 'postgres', strike: lockTables },
  'PostgreSQL slow': network('database', 'postgres', 'latency'),
  'PostgreSQL connections reset': network('database', 'postgres', 'reset'),
  'PostgreSQL half-open': network('database', 'postgres', 'half-open'),
  'PostgreSQL hears nothing': network('database', 'postgres', 'drop-up'),
  'PostgreSQL not heard': network('database', 'postgres', 'drop-down'),
  'Redis slow': network('redis', 'redis', 'latency'),
  'Redis connections reset': network('redis', 'redis', 'reset'),
  'Redis half-open': network('redis', 'redis', 'half-open'),
  'Redis hears nothing': network('redis', 'redis', 'drop-up'),
  'Redis not heard': network('redis', 'redis', 'drop-down'),
  'provider slow': network('provider', 'provider', 'latency'),
  'provider connections reset': network('provider', 'provider', 'reset'),
  'provider half-open': network('provider', 'provider', 'half-open'),
  'provider not heard': network('provider', 'provider', 'drop-down'),
  'provider in chaos': { part: 'provider', strike: providerChaos },
  'webhooks late, shuffled and doubled': { part: 'provider', strike: holdWebhooks },
  'a clock ten minutes off': { part: 'api', strike: shiftClocks },
  'disk full under PostgreSQL': {
    part: 'postgres',
    strike: (scene) => fullDisk(scene, 'postgres', [16_384, 1_048_576, 8_388_608]),
  },
  'disk full under Redis': { part: 'redis', strike: (scene) => fullDisk(scene, 'redis', [1_024]) },
  'disk full under an API': {
    part: 'api',
    strike: (scene) => fullDisk(scene, scene.random.pick(scene.installation.answering(ORGANISING)), [1_024]),
  },
  'rolling restart of both APIs': { part: 'api', strike: (scene) => rolling(scene, scene.installation.apis) },
  'rolling restart of both workers': {
    part: 'worker',
    strike: (scene) => rolling(scene, scene.installation.workers),
  },
  'two sweepers at once': { part: 'worker', strike: twoSweepers },
  'death at a commit': crash('commit'),
  'death at an answer': crash('answer'),
  'death at an enqueue': crash('enqueue'),
  'death at a publish': crash('publish'),
  'death at a call to the provider': crash('call'),
  'death while a public log is extended': crash('log'),
};

function kill(part, choose, signals = ['SIGKILL']) {
  return {
    part,
    strike: async (scene) => {
      const name = choose(scene);
      const times = scene.random.chance(0.25) ? 2 : 1;
      for (let nr = 0; nr < times; nr++) {
        await scene.installation.kill(name, scene.random.pick(signals));
        await scene.installation.back(name);
        if (nr + 1 < times) await sleep(scene.random.between(0, 1_500));
      }
      return times > 1 ? `${name} twice` : name;
    },
  };
}

async function killAll({ installation, random }, names) {
  await Promise.all(
    names.map(async (name) => {
      await sleep(random.between(0, 200));
      await installation.kill(name, 'SIGKILL');
    }),
  );
  await installation.allBack();
}

async function outage({ installation, random }, name, low, high) {
  const ms = random.between(low, high);
  await installation.stop(name);
  await sleep(ms);
  await installation.startAgain(name);
  return `${ms} ms`;
}

/** One command to Redis over a connection of its own, past the proxies. */
async function redis({ installation }, ...commands) {
  const { Redis } = await import('ioredis');
  const client = new Redis(installation.platform.addresses.redisUrl, {
    lazyConnect: true,
    retryStrategy: () => null,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    for (const [name, ...args] of commands) await client.call(name, ...args);
  } finally {
    client.disconnect();
  }
}

async function emptyRedis(scene) {
  const times = scene.random.between(1, 4);
  for (let nr = 0; nr < times; nr++) {
    await redis(scene, ['FLUSHALL']);
    await sleep(scene.random.between(50, 800));
  }
  return `${times} times`;
}

/** Its newest file loses its end, as after a power cut; Redis then drops the torn command and what followed. */
async function truncateAof(scene) {
  const { installation, random } = scene;
  await installation.stop('redis');
  const folder = join(installation.dataDir, 'redis', 'appendonlydir');
  const files = readdirSync(folder).filter((name) => name.includes('.incr.'));
  let cut = 0;
  for (const name of files) {
    const { size } = statSync(join(folder, name));
    const left = Math.floor(size * random.next());
    truncateSync(join(folder, name), left);
    cut += size - left;
  }
  await installation.startAgain('redis');
  return `${cut} bytes`;
}

async function fillRedis(scene) {
  await redis(scene, ['CONFIG', 'SET', 'maxmemory', '1mb']);
  await sleep(scene.random.between(3_000, 5_000));
  await redis(scene, ['CONFIG', 'SET', 'maxmemory', '0']);
}

async function stopped({ installation, random }, names, ms) {
  const name = random.pick(names);
  await installation.kill(name, 'SIGSTOP');
  await sleep(ms);
  await installation.kill(name, 'SIGCONT');
  return name;
}

async function cutCommits({ installation, random }) {
  const share = 0.2 + random.next() * 0.6;
  let cuts = 0;
  // A named statement is bound by its name; COMMIT and the others go as text.
  const cut = (chunk) => {
    const isCommit = ['COMMIT', 'cast-votes', 'drain-tally', 'UPDATE'].some((word) => chunk.includes(word));
    if (!isCommit || !random.chance(share)) return false;
    cuts++;
    return true;
  };
  const proxies = installation.between(installation.processes, 'database');
  for (const proxy of proxies) proxy.cutWhen = cut;
  await sleep(random.between(3_000, 5_000));
  for (const proxy of proxies) proxy.cutWhen = null;
  return `${cuts} cuts`;
}

/** Other clients use up what the server gives, and the processes' own connections are cut. */
async function takeConnections({ installation, random }) {
  const taken = [];
  const connectionString = installation.platform.addresses.databaseOwnerUrl;
  const take = async () => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    await client.connect();
    taken.push(client);
  };
  try {
    for (let nr = 0; nr < 10; nr++)
      await Promise.all(Array.from({ length: 20 }, () => take().catch(() => {})));
    for (const proxy of installation.between(installation.processes, 'database')) proxy.reset();
    await Promise.all(Array.from({ length: 40 }, () => take().catch(() => {})));
    await sleep(random.between(2_000, 4_000));
  } finally {
    await Promise.all(taken.map((client) => client.end().catch(() => {})));
  }
  return `${taken.length} connections`;
}

async function lockTables({ installation, random }) {
  const table = random.pick([
    'payments',
    'votes',
    'contest_tallies',
    'tally_outbox',
    'contests',
    'webhook_inbox',
  ]);
  const client = await installation.db.connect();
  try {
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    await sleep(random.between(3_000, 6_000));
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    client.release();
  }
  return table;
}

function network(server, part, mode) {
  return {
    part,
    strike: async ({ installation, random }) => {
      const processes = random.chance(0.5) ? installation.processes : [random.pick(installation.processes)];
      const proxies = installation.between(processes, server);
      if (mode === 'reset') {
        const times = random.between(2, 6);
        for (let nr = 0; nr < times; nr++) {
          for (const proxy of proxies) proxy.reset();
          await sleep(random.between(20, 900));
        }
        return `${times} times, ${processes.join(' ')}`;
      }
      for (const proxy of proxies) proxy.break(mode, { latencyMs: random.between(50, 500) });
      await sleep(random.between(3_000, 5_000));
      for (const proxy of proxies) proxy.heal();
      return processes.join(' ');
    },
  };
}

const simulator = ({ installation }, path, body) =>
  postJson(`${installation.simulatorUrl}/simulator${path}`, body);

async function providerChaos(scene) {
  const { random } = scene;
  await simulator(scene, '/faults', {
    errorRate: random.next() * 0.4,
    tooManyRate: random.next() * 0.1,
    dropAfterRate: random.next() * 0.4,
    latencyMs: random.between(0, 300),
    jitterMs: 300,
    notFoundStatus: random.pick([400, 404]),
    webhooks: random.pick(['normal', 'normal', 'never']),
    seed: random.between(1, 1e6),
    down: random.chance(0.15),
  });
  await sleep(random.between(4_000, 6_000));
  await simulator(scene, '/faults', { reset: true });
}

async function holdWebhooks(scene) {
  const { random } = scene;
  await simulator(scene, '/faults', { webhooks: 'hold' });
  await sleep(random.between(3_000, 5_000));
  await simulator(scene, '/faults', { reset: true });
  await simulator(scene, '/webhooks/release', {
    order: random.pick(['as-made', 'reversed', 'shuffled']),
    times: random.between(1, 3),
    seed: random.between(1, 1e6),
  });
}

async function shiftClocks({ installation, random }) {
  const processes = random.chance(0.4) ? installation.processes : [random.pick(installation.processes)];
  const clockMs = random.pick([-1, 1]) * 600_000;
  for (const name of processes) await installation.order(name, { clockMs });
  await sleep(random.between(3_000, 5_000));
  for (const name of processes) await installation.order(name, {});
  return `${clockMs / 60_000} min, ${processes.join(' ')}`;
}

/** No file may grow beyond a limit; the server may end by it, and then its next life has no limit. */
async function fullDisk({ installation, random }, name, limits) {
  const bytes = random.pick(limits);
  installation.limitFiles(name, bytes);
  await sleep(random.between(2_000, 4_000));
  await installation.back(name);
  installation.limitFiles(name, undefined);
  return `${name}, ${bytes} bytes`;
}

async function rolling({ installation }, names) {
  for (const name of names) {
    await installation.stop(name);
    await installation.startAgain(name);
  }
}

/** Votes pile up without any worker, the queue forgets them, and both workers look for work at the same moment. */
async function twoSweepers(scene) {
  const { installation, random } = scene;
  await Promise.all(installation.workers.map((name) => installation.kill(name, 'SIGSTOP')));
  await sleep(random.between(1_500, 3_000));
  await redis(scene, ['FLUSHALL']);
  await Promise.all(
    installation.workers.map(async (name) => {
      await installation.kill(name, 'SIGKILL');
      await installation.back(name);
    }),
  );
}

function crash(kind) {
  return {
    part: 'worker',
    strike: async ({ installation, random }) => {
      const points = CRASH_POINTS.filter((point) => point.kind === kind);
      const died = [];
      for (let nr = 0; nr < 2; nr++) {
        const { name: crashAt, by } = random.pick(points);
        const processes = by === 'api' ? installation.apis : installation.workers;
        // Whichever comes by first: both are ordered, and the other's order is taken back.
        for (const name of processes) await installation.order(name, { crashAt });
        await until(() => processes.find((name) => installation.crashedAt(name)), 4_000, 20);
        // The order is taken back a moment before the process is seen to be dead.
        await sleep(100);
        for (const name of processes) {
          if (installation.crashedAt(name)) died.push(`${name} ${crashAt}`);
          await installation.order(name, {});
        }
      }
      return died.join(', ') || 'nobody came by';
    },
  };
}
