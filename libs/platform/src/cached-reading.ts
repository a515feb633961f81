/**
 * A reading that several gauges share and that is never taken more often than allowed, however often and by whomever the
 * metrics are asked for.
 */
export class CachedReading<T> {
  private taken: Promise<T> | undefined;
  private takenAt = -Infinity;

  constructor(
    private readonly maxAgeMs: number,
    private readonly take: () => Promise<T>,
  ) {}

  /** @throws what taking it threw; the next call tries again */
  get(): Promise<T> {
    const now = performance.now();
    if (!this.taken || now - this.takenAt > this.maxAgeMs) {
      this.takenAt = now;
      this.taken = this.take();
      this.taken.catch(() => (this.taken = undefined));
    }
    return this.taken;
  }
}
