import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Name of one life of a process: its id together with when it began, because ids are used again.
 * Undefined when no such process runs; a zombie counts as dead.
 */
export function processIdentity(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The second field is the command in brackets and may itself hold spaces and brackets.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${pid}@${fields[19]}`;
    }
    const began = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return began ? `${pid}@${began}` : undefined;
  } catch {
    return undefined;
  }
}

/** Command line of a running process, for telling a database server from a stranger that got its old id. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
