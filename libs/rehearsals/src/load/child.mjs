import { spawn } from 'node:child_process';

/** A Node.js child that says `ready` over its channel. */
export class Child {
  /** @param options launcher: a program and its arguments that start Node.js, such as one that pins it to a core */
  constructor(name, args, { env, log, launcher = [] }) {
    const [program, ...before] = [...launcher, process.execPath];
    this.name = name;
    this.process = spawn(program, [...before, ...args], {
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
      this.process.once('exit', () => {
        clearTimeout(limit);
        reject(new Error(`${this.name} ended: ${this.output}`));
      });
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

  /** Send a job that is not answered. One that has ended meanwhile does not get it. */
  tell(job) {
    if (this.process.connected) this.process.send(job, () => undefined);
  }

  async stop(signal = 'SIGTERM') {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill(signal);
    const limit = setTimeout(() => this.process.kill('SIGKILL'), 30_000);
    await this.ended;
    clearTimeout(limit);
  }
}
