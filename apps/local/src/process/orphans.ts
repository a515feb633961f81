import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFileAtomically } from '../files.js';
import { processIdentity } from './identity.js';

/** A server that was asked to stop and does not is killed after this. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 50;

/** Note on disk which process serves a data folder, so that a later start can find it after a crash of this one. */
export function recordProcess(path: string, pid: number): void {
  const identity = processIdentity(pid);
  if (identity) writeFileAtomically(path, JSON.stringify({ pid, identity }));
}

/** The process noted by `recordProcess`, if that very process still runs. */
export function recordedProcess(path: string): number | undefined {
  try {
    const { pid, identity } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; identity: string };
    return processIdentity(pid) === identity ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Stop a process that is not our child and wait until it is gone; kill it when it does not listen. */
export async function stopForeignProcess(
  pid: number,
  signal: NodeJS.Signals,
  lastResort: NodeJS.Signals,
): Promise<void> {
  const identity = processIdentity(pid);
  for (const [attempt, name] of [signal, lastResort].entries()) {
    try {
      process.kill(pid, name);
    } catch {
      return;
    }
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      if (identity === undefined || processIdentity(pid) !== identity) return;
      await sleep(LOOK_EVERY_MS);
    }
    if (attempt === 1) throw new Error(`process ${pid} of an earlier start does not end`);
  }
}
