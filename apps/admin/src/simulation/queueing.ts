/** Discrete events in order of time: milliseconds, from 0. */
export class Events {
  now = 0;
  /** A binary heap by time, and by order of arrival among equal times. */
  private readonly heap: { at: number; order: number; run: () => void }[] = [];
  private count = 0;

  after(ms: number, run: () => void): void {
    const { heap } = this;
    let at = heap.length;
    heap.push({ at: this.now + ms, order: this.count++, run });
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isBefore(at, parent)) break;
      this.swap(at, parent);
      at = parent;
    }
  }

  /** Run everything that happens until then. */
  runUntil(end: number): void {
    for (;;) {
      const [first] = this.heap;
      if (!first || first.at > end) break;
      this.now = first.at;
      this.removeFirst();
      first.run();
    }
    this.now = end;
  }

  private removeFirst(): void {
    const last = this.heap.pop();
    if (!last || this.heap.length === 0) return;
    this.heap[0] = last;
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < this.heap.length && this.isBefore(left, least)) least = left;
      if (right < this.heap.length && this.isBefore(right, least)) least = right;
      if (least === at) return;
      this.swap(at, least);
      at = least;
    }
  }

  private isBefore(one: number, other: number): boolean {
    const [a, b] = [this.heap[one], this.heap[other]];
    return a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.order < b.order));
  }

  private swap(one: number, other: number): void {
    const { heap } = this;
    [heap[one], heap[other]] = [heap[other] as never, heap[one] as never];
  }
}

/** Servers with one queue, first come first served: with cores of their own, or on cores that they share with other stations. */
export class Station {
  /** Work that waits. */
  private readonly queue: { ms: number; arrived: number; done: () => void }[] = [];
  private head = 0;
  private busy = 0;
  /** Time that servers were busy until `noted`. */
  private busyMs = 0;
  private noted = 0;
  private observedFrom = 0;
  private waitedMs = 0;
  private begun = 0;

  constructor(
    readonly name: string,
    private readonly events: Events,
    private readonly servers = 1,
    /** Time that its work waits for one of these counts as used. */
    readonly sharedCores?: Station,
  ) {}

  /**
   * @param ms of one server's time
   * @param done called when it is served
   * @param behind the share of what waits that is served before; all of it by default
   */
  take(ms: number, done: () => void, behind = 1): void {
    const place = this.head + Math.floor(behind * this.waiting);
    this.queue.splice(place, 0, { ms, arrived: this.events.now, done });
    this.next();
  }

  get waiting(): number {
    return this.queue.length - this.head;
  }

  /** Share of the servers' time that was used since `observe`; 1 is full. */
  get utilization(): number {
    this.note();
    const passed = this.events.now - this.observedFrom;
    return passed > 0 ? this.busyMs / (passed * this.servers) : 0;
  }

  /** Mean time in the queue since `observe`. */
  get meanWaitMs(): number {
    return this.begun ? this.waitedMs / this.begun : 0;
  }

  /** Forget what was measured so far: what fills an empty system is not what a full one does. */
  observe(): void {
    this.note();
    this.observedFrom = this.events.now;
    this.busyMs = 0;
    this.waitedMs = 0;
    this.begun = 0;
  }

  private note(): void {
    this.busyMs += this.busy * (this.events.now - this.noted);
    this.noted = this.events.now;
  }

  private next(): void {
    while (this.busy < this.servers && this.waiting > 0) {
      const work = this.queue[this.head++];
      if (!work) return;
      if (this.head > 1024 && this.head * 2 > this.queue.length) {
        this.queue.splice(0, this.head);
        this.head = 0;
      }
      this.note();
      this.busy++;
      this.begun++;
      this.waitedMs += this.events.now - work.arrived;
      this.serve(work.ms, () => {
        this.note();
        this.busy--;
        work.done();
        this.next();
      });
    }
  }

  private serve(ms: number, served: () => void): void {
    if (this.sharedCores) this.sharedCores.take(ms, served);
    else this.events.after(ms, served);
  }
}

/** Repeatable chance: the same seed gives the same evening. */
export class Chance {
  constructor(private seed: number) {}

  /** From 0 up to 1 (mulberry32). */
  uniform(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let t = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Times between arrivals that do not know of each other. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.uniform());
  }

  /** Varies less: the sum of `phases` exponential parts. */
  erlang(mean: number, phases: number): number {
    let sum = 0;
    for (let i = 0; i < phases; i++) sum += this.exponential(mean / phases);
    return sum;
  }
}

/** @param share 0.5 for the median; NaN without values */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
