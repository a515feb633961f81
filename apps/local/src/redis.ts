import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { rememberedPort } from './ports.js';
import { recordedProcess, recordProcess, stopForeignProcess } from './process/identity.js';
import type { ServiceSpec } from './process/service.js';

const ASK_EVERY_MS = 25;

/**
 * A Redis of its own for a data folder. It holds no facts, but keeping its queues over a restart saves the sweeps some work;
 * `noeviction`, because a Redis that throws keys away loses queue jobs without an error.
 */
export async function embeddedRedis(
  dataDir: string,
  program: string,
  log: (text: string) => void,
): Promise<{ spec: ServiceSpec; url: string }> {
  const folder = join(dataDir, 'redis');
  const record = join(dataDir, 'redis.pid');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const prepare = async (): Promise<void> => {
    const pid = recordedProcess(record);
    if (pid === undefined) return;
    log(`stopping Redis (process ${pid}) that an earlier start left running`);
    await stopForeignProcess(pid, 'SIGTERM', 'SIGKILL');
  };
  await prepare();
  const port = await rememberedPort(dataDir, 'redis');
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  return {
    url: `redis://127.0.0.1:${port}`,
    spec: {
      name: 'redis',
      readyWithinMs: 30_000,
      stopSignal: 'SIGTERM',
      stopWithinMs: 10_000,
      lastResort: 'SIGKILL',
      guard: 'TERM',
      prepare,
      launch: () => {
        const child = spawn(program, args, {
          cwd: folder,
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: true,
        });
        if (child.pid) recordProcess(record, child.pid);
        return child;
      },
      ready: (_child, signal) => answers(port, signal),
    },
  };
}

/** Wait until it answers PING: it does not listen at first, and then loads its file. */
async function answers(port: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const redis = new Redis({ port, lazyConnect: true, retryStrategy: () => null, commandTimeout: 2_000 });
    redis.on('error', () => {});
    try {
      await redis.connect();
      await redis.ping();
      return;
    } catch {
      await sleep(ASK_EVERY_MS);
    } finally {
      redis.disconnect();
    }
  }
}
