import { spawn } from 'node:child_process';

/** For the child: answers each job with what `work` makes of it, until its parent goes. */
export function answerJobs(work) {
  process.on('message', (job) => {
    work(job).then(
      (result) => process.send({ result }),
      (error) => process.send({ error: error.stack }),
    );
  });
  process.on('disconnect', () => process.exit(0));
  process.send({ type: 'ready' });
}

/** A Node.js child that says `ready` over its channel. */
export class Child {
  /** @param options launcher: a program and its arguments that start Node.js, such as one that pins it to a core */
  constructor(name, args, { env, log, launcher = [] } = {}) {
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
    this.hasEnded = false;
    this.ended = new Promise((resolve) => {
      const over = () => {
        this.hasEnded = true;
        resolve();
      };
      this.process.once('exit', over);
      // One that cannot be started, told or ended. Without a listener it would end the process of the parent.
      this.process.on('error', (error) => {
        this.output += error.message;
        if (this.pid === undefined) over();
        else this.process.kill('SIGKILL');
      });
    });
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
      void this.ended.then(() => {
        clearTimeout(limit);
        reject(this.#end());
      });
      this.process.on('message', (message) => {
        if (message?.type !== 'ready') return;
        clearTimeout(limit);
        resolve(this);
      });
    });
  }

  /** Send a job, wait for its result. @throws Error with what the process said when it ends, or has ended, instead */
  ask(job, onProgress) {
    return new Promise((resolve, reject) => {
      if (this.hasEnded) return reject(this.#end());
      const ended = () => reject(this.#end());
      this.process.once('exit', ended);
      const answered = ({ result, error, progress }) => {
        if (progress) return onProgress?.(progress);
        this.process.off('exit', ended);
        this.process.off('message', answered);
        if (error) reject(new Error(error));
        else resolve(result);
      };
      this.process.on('message', answered);
      this.process.send(job, (error) => error && ended());
    });
  }

  /** Send a job that is not answered. One that has ended meanwhile does not get it. */
  tell(job) {
    if (this.process.connected) this.process.send(job, () => undefined);
  }

  async stop(signal = 'SIGTERM') {
    if (!this.hasEnded) this.process.kill(signal);
    const limit = setTimeout(() => this.process.kill('SIGKILL'), 30_000);
    await this.ended;
    clearTimeout(limit);
  }

  #end() {
    return new Error(`${this.name} ended: ${this.output}`);
  }
}
