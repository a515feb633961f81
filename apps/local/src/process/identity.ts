import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readJson, writeFileAtomically } from '../files.js';

/** A server that was asked to stop and does not is killed after this. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 50;

const isLinux = process.platform === 'linux';
const ask = (pid: number, column: string): string =>
  execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();

/**
 * Name of one life of a process: its id together with when it began, because ids are used again.
 * Undefined when no such process runs; a zombie counts as dead.
 */
export function processIdentity(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  try {
    if (!isLinux) return `${pid}@${ask(pid, 'lstart')}`;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets and may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${pid}@${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** Command line of a running process, for telling a database server from a stranger that got its old id. */
export function commandLine(pid: number): string {
  try {
    return isLinux ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') : ask(pid, 'command');
  } catch {
    return '';
  }
}

/** Note on disk which process serves a data folder, so that a later start can find it after a crash of this one. */
export function recordProcess(path: string, pid: number): void {
  writeFileAtomically(path, JSON.stringify({ pid, identity: processIdentity(pid) }));
}

/** The process noted by `recordProcess`, if that very process still runs. */
export function recordedProcess(path: string): number | undefined {
  const { pid = 0, identity } = readJson<{ pid: number; identity?: string }>(path) ?? {};
  return identity && processIdentity(pid) === identity ? pid : undefined;
}

/** Stop a process that is not our child and wait until it is gone; kill it when it does not listen. */
export async function stopForeignProcess(
  pid: number,
  signal: NodeJS.Signals,
  lastResort: NodeJS.Signals,
): Promise<void> {
  const identity = processIdentity(pid);
  for (const name of [signal, lastResort]) {
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
  }
  throw new Error(`process ${pid} of an earlier start does not end`);
}
