import { Gauge, type Registry } from 'prom-client';
import type { Logger } from './logger.js';

/** How often each part is asked (ms), whatever asks for the report: a public route must not decide how often PostgreSQL is asked. */
const LOOK_EVERY_MS = 1_000;
/** A needed part counts as failing when it has not worked for this long (ms): one lost connection must not take a process out of service. */
const FAILING_AFTER_MS = 5_000;
/** A part that failed counts as working again when it has worked for this long (ms). */
const WORKING_AFTER_MS = 2_000;
/** Past this (ms) a part counts as not answering. */
const ANSWER_WITHIN_MS = 2_000;

/** Something a process works with. */
interface Part {
  name: string;
  /** Without it the process is not ready; another one that fails is only reported. */
  needed: boolean;
  /** @throws Error when it does not work; one with `part` is reported under that name */
  check: () => Promise<void>;
}

/** Works in part only: reported under a name of its own. */
export class PartError extends Error {
  constructor(
    readonly part: string,
    message: string,
  ) {
    super(message);
  }
}

interface ReadinessReport {
  /** Needed parts that do not work; empty when the process is ready. */
  failing: string[];
  /** Other parts that do not work. */
  degraded: string[];
}

/** One part in words, for people. */
interface PartDetail {
  name: string;
  needed: boolean;
  works: boolean;
  /** How long it has been so, in seconds. */
  seconds: number;
  /** Of the last answer, in milliseconds. */
  answeredInMs: number | null;
  /** Why it does not work; never for the public port. */
  reason: string | null;
}

/**
 * Whether this process can do its work. It asks its parts once a second on connections of their own, and says "failing" only after some
 * seconds without an answer: a process that is taken out of service on the first doubt takes the others with it.
 */
export class Readiness {
  private readonly parts: WatchedPart[] = [];
  private readonly hints: (() => string | null)[] = [];
  /** What the process is there for, where processes differ in it. */
  role: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  /** @param now monotonic, in milliseconds */
  constructor(
    metrics: Registry,
    private readonly log: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {
    const parts = this.parts;
    new Gauge({
      name: 'abato_part_works',
      help: 'Whether a part this process works with answers: 1 or 0; redis-eviction is 0 when Redis may drop keys, redis-cluster when it is a cluster and REDIS_CLUSTER_NODES is empty',
      labelNames: ['part'],
      registers: [metrics],
      collect() {
        for (const part of parts) for (const [name, works] of part.values()) this.set({ part: name }, works);
      },
    });
  }

  /** @param names further names under which its check may fail */
  add(part: Part, ...names: string[]): void {
    this.parts.push(new WatchedPart(part, names, { log: this.log, now: this.now }));
  }

  /** @param hint a sentence for operators in the detailed report, or null while there is nothing to say */
  addHint(hint: () => string | null): void {
    this.hints.push(hint);
  }

  /** Ask every part now, and from then on once a second. */
  async start(): Promise<void> {
    await this.look();
    const again = (): void => {
      if (this.stopped) return;
      this.timer = setTimeout(() => void this.look().finally(again), LOOK_EVERY_MS).unref();
    };
    again();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  async look(): Promise<void> {
    await Promise.all(this.parts.map((part) => part.look()));
  }

  report(): ReadinessReport {
    const broken = this.parts.filter((part) => !part.works);
    const names = (needed: boolean): string[] =>
      broken.filter((part) => part.needed === needed).map((part) => part.failsAs);
    return { failing: names(true), degraded: names(false) };
  }

  details(): { parts: PartDetail[]; hints: string[] } {
    return {
      parts: this.parts.map((part) => part.detail()).sort((a, b) => Number(b.needed) - Number(a.needed)),
      hints: this.hints.flatMap((hint) => hint() ?? []),
    };
  }
}

class WatchedPart {
  /** What is told: a needed part keeps its state for some seconds after its check says otherwise. */
  works = false;
  failsAs: string;
  private reason: string | null = 'not asked yet';
  private answeredInMs: number | null = null;
  private changedAt: number;
  /** Since when the check has said the opposite of `works`. */
  private otherwiseSince: number | null = null;
  private hasWorked = false;
  /** What the last check said: alerts have a patience of their own. */
  private answered = false;

  constructor(
    private readonly part: Part,
    private readonly names: readonly string[],
    private readonly process: { log: Logger; now: () => number },
  ) {
    this.failsAs = part.name;
    this.changedAt = process.now();
  }

  get needed(): boolean {
    return this.part.needed;
  }

  async look(): Promise<void> {
    const asked = this.process.now();
    try {
      await inTime(this.part.check(), ANSWER_WITHIN_MS, `no answer within ${ANSWER_WITHIN_MS} ms`);
      this.answeredInMs = this.process.now() - asked;
      this.reason = null;
      this.answered = true;
      this.note(true);
    } catch (error) {
      this.reason = (error as Error).message;
      this.answered = false;
      const failsAs = error instanceof PartError ? error.part : this.part.name;
      const isOther = !this.works && failsAs !== this.failsAs;
      this.failsAs = failsAs;
      if (isOther) this.change(false);
      this.note(false);
    }
  }

  private note(works: boolean): void {
    const now = this.process.now();
    if (works === this.works) this.otherwiseSince = null;
    else if (now - (this.otherwiseSince ??= now) >= this.patienceMs) this.change(works);
    if (works) this.hasWorked = true;
  }

  private change(works: boolean): void {
    this.works = works;
    this.changedAt = this.process.now();
    this.otherwiseSince = null;
    if (works) this.process.log.info({ part: this.part.name }, 'part works');
    else this.process.log.warn({ part: this.failsAs, reason: this.reason }, 'part does not work');
  }

  /** Nothing depends on a part that is only reported, nor on a process that has not served yet. */
  private get patienceMs(): number {
    if (!this.needed || !this.hasWorked) return 0;
    return this.works ? FAILING_AFTER_MS : WORKING_AFTER_MS;
  }

  values(): [string, number][] {
    return [this.part.name, ...this.names].map((name) => [
      name,
      this.answered || this.failsAs !== name ? 1 : 0,
    ]);
  }

  detail(): PartDetail {
    return {
      name: this.works ? this.part.name : this.failsAs,
      needed: this.needed,
      works: this.works,
      seconds: Math.round((this.process.now() - this.changedAt) / 1000),
      answeredInMs: this.answeredInMs === null ? null : Math.round(this.answeredInMs),
      reason: this.reason,
    };
  }
}

/**
 * What `/health/ready` answers.
 * @param options.isServing false before the public port listens
 * @param options.verbose adds each part in words; `internal` with the reasons, which are not for the public port
 */
export function readinessAnswer(
  readiness: Readiness,
  { isServing = true, verbose }: { isServing?: boolean; verbose?: 'public' | 'internal' | undefined } = {},
): { status: 200 | 503; body: object } {
  const { failing, degraded } = readiness.report();
  if (!isServing) failing.push('http');
  const { role } = readiness;
  const body = { status: failing.length ? 'unavailable' : 'ok', ...(role && { role }), failing, degraded };
  const status = failing.length ? 503 : 200;
  if (!verbose) return { status, body };
  const { parts, hints } = readiness.details();
  if (verbose === 'internal') return { status, body: { ...body, parts, hints } };
  return { status, body: { ...body, parts: parts.map(({ reason: _, ...part }) => part) } };
}

/**
 * What a piece of work gives, unless it takes too long; it goes on then, and its end is not looked at.
 * @throws Error with this message after so many milliseconds
 */
export async function inTime<T>(work: Promise<T>, limitMs: number, otherwise: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), limitMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
