import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { readFileSync } from 'node:fs';

/** The server under test has this core to itself … */
export const SERVER_CORE = '0';
/** … and everything else shares the others. */
export const OTHER_CORES = availableParallelism() > 1 ? `1-${availableParallelism() - 1}` : '0';

const canPin = process.platform === 'linux' && spawnSync('taskset', ['-V']).status === 0;

/** Move a running process and its threads to some cores (where the system can). */
export function pin(pid, cores) {
  if (canPin && pid) spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)]);
}

export function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

/** Processor time a process has used so far, in seconds. */
export function cpuSeconds(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return NaN;
  }
}

/** Resident memory of a process in bytes. */
export function residentBytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

/** What starts a program on some cores (where the system can); for `Child`. */
export function pinnedTo(cores) {
  return canPin && cores ? ['taskset', '-c', cores] : [];
}
