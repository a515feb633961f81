import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rememberedPort } from '../ports.js';
import { recordedProcess, recordProcess, stopForeignProcess } from '../process/identity.js';
import type { ServiceSpec } from '../process/service.js';
import { ping } from './ping.js';

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 10_000;
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
  await stopPredecessor(record, log);
  const port = await rememberedPort(dataDir, 'redis');
  const settings: [string, string][] = [
    ['port', String(port)],
    ['bind', '127.0.0.1'],
    ['dir', folder],
    ['appendonly', 'yes'],
    ['appendfsync', 'everysec'],
    ['save', ''],
    ['maxmemory-policy', 'noeviction'],
    ['daemonize', 'no'],
  ];
  return {
    url: `redis://127.0.0.1:${port}`,
    spec: {
      name: 'redis',
      readyWithinMs: READY_WITHIN_MS,
      stopSignal: 'SIGTERM',
      stopWithinMs: STOP_WITHIN_MS,
      lastResort: 'SIGKILL',
      guard: 'TERM',
      prepare: () => stopPredecessor(record, log),
      launch: () => {
        const args = settings.flatMap(([name, value]) => [`--${name}`, value]);
        const child = spawn(program, args, {
          cwd: folder,
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: true,
        });
        if (child.pid) recordProcess(record, child.pid);
        return child;
      },
      ready: async (_child, signal) => {
        while (!(await ping(port))) {
          signal.throwIfAborted();
          await sleep(ASK_EVERY_MS);
        }
      },
    },
  };
}

async function stopPredecessor(record: string, log: (text: string) => void): Promise<void> {
  const pid = recordedProcess(record);
  if (pid === undefined) return;
  log(`stopping Redis (process ${pid}) that an earlier start left running`);
  await stopForeignProcess(pid, 'SIGTERM', 'SIGKILL');
}
