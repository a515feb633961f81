import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problem.js';

/** How one process is started, known to be ready, and stopped. */
export interface ServiceSpec {
  name: string;
  /** Runs before every launch, to clear away what a dead predecessor left. */
  prepare?: () => Promise<void>;
  launch: () => ChildProcess;
  /** Resolves when the process serves; the signal aborts when it ended meanwhile. */
  ready: (child: ChildProcess, signal: AbortSignal) => Promise<void>;
  readyWithinMs: number;
  stopSignal: NodeJS.Signals;
  /** After this many milliseconds without an end, `lastResort` is sent. */
  stopWithinMs: number;
  lastResort: NodeJS.Signals;
  /** Set for programs that do not notice that their parent is gone. */
  guard?: 'INT' | 'TERM';
}

interface ServiceEvents {
  /** It serves (again). */
  ready: [];
  exit: [reason: string];
  restarting: [delayMs: number, reason: string];
  line: [line: string];
}

const FIRST_MS = 200;
const LONGEST_MS = 5_000;
/** A process that served this long was healthy: its next death starts from the shortest wait again. */
const HEALTHY_MS = 10_000;

/** How long to wait before a dead process is started again: 0.2 s, doubling to 5 s. */
export class Backoff {
  private deaths = 0;
  private since: number | undefined;

  constructor(private readonly now: () => number = Date.now) {}

  /** The process serves. */
  began(): void {
    this.since = this.now();
  }

  /** The process ended. */
  ended(): void {
    if (this.since !== undefined && this.now() - this.since >= HEALTHY_MS) this.deaths = 0;
    this.since = undefined;
  }

  /** Milliseconds to wait before the next try. */
  next(): number {
    return Math.min(FIRST_MS * 2 ** this.deaths++, LONGEST_MS);
  }
}

const ENDING_SIGNALS = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGABRT']);

/** One supervised process: once it has served, it is started again whenever it dies, until it is stopped. */
export class Service extends EventEmitter<ServiceEvents> {
  private wanted = false;
  private served = false;
  private serving = false;
  private child: ChildProcess | undefined;
  private loop: Promise<Error | undefined> = Promise.resolve(undefined);
  private nap = new AbortController();
  private readonly backoff = new Backoff();

  constructor(private readonly spec: ServiceSpec) {
    super();
    this.setMaxListeners(100);
  }

  get name(): string {
    return this.spec.name;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Start it and wait until it serves. A first start that fails is not tried again: it is a mistake to be read, not a crash. */
  async start(): Promise<void> {
    if (this.wanted) return this.waitReady();
    this.wanted = true;
    this.served = false;
    this.nap = new AbortController();
    this.loop = this.run();
    const over = this.loop.then((failure) => {
      throw failure ?? new Problem(`${this.name} was stopped while it was starting.`);
    });
    await Promise.race([once(this, 'ready'), over]);
  }

  /** Stop it in good manners and start it again. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Ask it to end, insist after a while, and wait until it is gone. */
  async stop(): Promise<void> {
    this.wanted = false;
    this.nap.abort();
    const { child } = this;
    if (child && isRunning(child)) {
      child.kill(this.spec.stopSignal);
      const insist = setTimeout(() => child.kill(this.spec.lastResort), this.spec.stopWithinMs);
      const kill = setTimeout(() => child.kill('SIGKILL'), this.spec.stopWithinMs + 5_000);
      await this.loop;
      clearTimeout(insist);
      clearTimeout(kill);
    }
    await this.loop;
  }

  /** Send a signal; when it is one that ends processes, wait until this life of the process is over. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { child } = this;
    if (!child || !isRunning(child)) return;
    const ended = this.endOf(child);
    child.kill(signal);
    if (ENDING_SIGNALS.has(signal)) await ended;
  }

  /** End it now without waiting, for the moment in which this process itself exits. */
  killNow(): void {
    this.wanted = false;
    if (this.child && isRunning(this.child)) this.child.kill(this.spec.lastResort);
  }

  /** @throws Error when it does not serve within `withinMs` */
  async waitReady(withinMs = 30_000): Promise<void> {
    if (this.serving) return;
    const signal = AbortSignal.timeout(withinMs);
    await once(this, 'ready', { signal }).catch(() => {
      throw new Error(`${this.name} was not ready within ${withinMs} ms`);
    });
  }

  private async run(): Promise<Error | undefined> {
    while (this.wanted) {
      const ending = await this.live();
      if (!this.wanted) break;
      if (!this.served) {
        this.wanted = false;
        return ending instanceof Error ? ending : new Problem(`${this.name} did not start: ${ending}.`);
      }
      const delayMs = this.backoff.next();
      const reason = ending instanceof Error ? ending.message : ending;
      this.emit('restarting', delayMs, reason);
      await sleep(delayMs, undefined, { signal: this.nap.signal }).catch(() => {});
    }
    return undefined;
  }

  /** One life of the process, from preparation to its end. Resolves to what ended it. */
  private async live(): Promise<string | Error> {
    try {
      await this.spec.prepare?.();
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
    if (!this.wanted) return 'stopped';
    const child = this.spec.launch();
    this.child = child;
    for (const input of [child.stdout, child.stderr])
      if (input) createInterface({ input }).on('line', (line) => this.emit('line', line));
    const dismiss = this.spec.guard && child.pid ? guardProcess(child.pid, this.spec.guard) : undefined;
    const ended = this.endOf(child);
    const failure = await this.becomeReady(child, ended);
    if (failure) child.kill(this.spec.lastResort);
    const reason = await ended;
    dismiss?.();
    this.serving = false;
    this.backoff.ended();
    this.child = undefined;
    this.emit('exit', reason);
    return failure ?? reason;
  }

  /** Resolves when it serves or has ended, with what went wrong otherwise. */
  private async becomeReady(child: ChildProcess, ended: Promise<string>): Promise<Error | undefined> {
    const gone = new AbortController();
    void ended.then(() => gone.abort());
    const late = AbortSignal.timeout(this.spec.readyWithinMs);
    const signal = AbortSignal.any([gone.signal, late]);
    const stopped = once(signal, 'abort').then(() => signal.throwIfAborted());
    try {
      await Promise.race([this.spec.ready(child, signal), stopped]);
    } catch (error) {
      if (gone.signal.aborted || !this.wanted) return undefined;
      if (late.aborted)
        return new Error(`${this.name} was not ready within ${this.spec.readyWithinMs / 1000} s`);
      return error instanceof Error ? error : new Error(String(error));
    }
    if (!isRunning(child)) return undefined;
    this.served = true;
    this.serving = true;
    this.backoff.began();
    this.emit('ready');
    return undefined;
  }

  /** Resolves with what ended it, in words. */
  private endOf(child: ChildProcess): Promise<string> {
    return new Promise((resolve) => {
      // With a process id the error is about a signal or a message, and the process may well live on.
      child.on('error', (error) => {
        if (child.pid === undefined) resolve(error.message);
      });
      child.once('exit', (code, signal) =>
        resolve(signal ? `it was ended by ${signal}` : `it exited with code ${code}`),
      );
    });
  }
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

/**
 * A tiny shell that outlives us only to stop one server: it waits on a pipe, and when this process is gone without a word
 * (`kill -9`) it signals the server. Node.js children see their message channel close and need none.
 * @returns a function that dismisses the guard
 */
function guardProcess(pid: number, signal: 'INT' | 'TERM'): () => void {
  if (process.platform === 'win32') return () => {};
  const guard = spawn(
    '/bin/sh',
    ['-c', 'read -r _ || kill -s "$1" "$2"', 'abato-guard', signal, String(pid)],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      cwd: '/',
    },
  );
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  guard.unref();
  return () => guard.stdin.end('\n');
}
