import { spawn, spawnSync } from 'node:child_process';
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

/** A Node.js child that says `ready` over its channel. */
export class Child {
  constructor(name, args, { env, cores, log }) {
    const command = canPin && cores ? ['taskset', '-c', cores, process.execPath] : [process.execPath];
    this.name = name;
    this.process = spawn(command[0], [...command.slice(1), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.output = '';
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.on('data', (chunk) => {
        this.output = (this.output + chunk).slice(-20_000);
        log?.write(`${name} ${chunk}`);
      });
    }
    this.ended = new Promise((resolve) => this.process.once('exit', resolve));
  }

  get pid() {
    return this.process.pid;
  }

  /** @throws Error with what the process said when it ends or is silent instead */
  ready(withinMs = 60_000) {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(
        () => reject(new Error(`${this.name} is not ready: ${this.output}`)),
        withinMs,
      );
      this.process.once('exit', () => reject(new Error(`${this.name} ended: ${this.output}`)));
      this.process.on('message', (message) => {
        if (message?.type !== 'ready') return;
        clearTimeout(limit);
        resolve(this);
      });
    });
  }

  /** Send a job, wait for its result. */
  ask(job, onProgress) {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error(`${this.name} ended: ${this.output}`));
      this.process.once('exit', ended);
      const answered = ({ result, error, progress }) => {
        if (progress) return onProgress?.(progress);
        this.process.off('exit', ended);
        this.process.off('message', answered);
        if (error) reject(new Error(error));
        else resolve(result);
      };
      this.process.on('message', answered);
      this.process.send(job);
    });
  }

  async stop(signal = 'SIGTERM') {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill(signal);
    const limit = setTimeout(() => this.process.kill('SIGKILL'), 30_000);
    await this.ended;
    clearTimeout(limit);
  }
}
