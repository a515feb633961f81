import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/**
 * Name of one life of a process: its id together with when it began, because ids are used again.
 * Undefined when no such process runs. A zombie counts as dead: it holds nothing any more.
 */
export function processIdentity(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The second field is the command in brackets and may itself hold spaces and brackets.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${pid}@${fields[19]}`;
    }
    const began = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return began.trim() ? `${pid}@${began.trim()}` : undefined;
  } catch {
    return undefined;
  }
}

/** True while the process with this identity runs. */
export function isAlive(identity) {
  return typeof identity === 'string' && processIdentity(Number.parseInt(identity, 10)) === identity;
}

/** Ids of running processes whose environment holds `marker` (Linux only; elsewhere an empty list). */
export function processesMarked(marker) {
  if (process.platform !== 'linux') return [];
  const found = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!pid || pid === process.pid) continue;
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'latin1').includes(marker) && processIdentity(pid))
        found.push(pid);
    } catch {
      // Gone meanwhile, or not ours to read.
    }
  }
  return found;
}

/**
 * Run a command to its end.
 * @param options.onLine called with every line of output; without it the output is collected only
 * @returns {Promise<{ code: number, output: string, signal: string | null }>} never rejects for a failing command
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: options.inherit ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      detached: options.group === true,
    });
    options.onStart?.(child);
    let output = '';
    let rest = '';
    const take = (chunk) => {
      output += chunk;
      if (!options.onLine) return;
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) options.onLine(line);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (rest) options.onLine?.(rest);
      resolve({ code: code ?? 1, output, signal });
    });
  });
}

/** Signal a process group that `run({ group: true })` started; a group that is gone is fine. */
export function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // Already gone.
  }
}

/** Do the work of each item, some at once, in their order; the next one begins as soon as one ends. */
export async function inTurn(items, atOnce, work) {
  const waiting = [...items];
  const slot = async () => {
    while (waiting.length) await work(waiting.shift());
  };
  await Promise.all(Array.from({ length: atOnce }, slot));
}
