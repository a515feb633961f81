import { Gauge, type Registry } from 'prom-client';
import { CachedReading, type Clock } from '@abato/platform';

const MAX_AGE_MS = 2_000;

/** What waits in a table. Reading it must stop counting at 100,000 rows. */
export interface Backlog {
  rows: number;
  /** Since when the oldest row waits; null when none does. */
  since: Date | null;
}

/**
 * Export what waits in a table, whatever the queues say, as `abato_<name>_rows` and `abato_<name>_oldest_seconds`. Every worker reports
 * the same figures: take the maximum, not the sum. While the reading fails the two are absent.
 * @param rows what they are, for the help texts
 */
export function exportBacklog(
  { metrics, clock }: { metrics: Registry; clock: Clock },
  name: string,
  rows: string,
  read: () => Promise<Backlog>,
): void {
  const backlog = new CachedReading(MAX_AGE_MS, read);
  new Gauge({
    name: `abato_${name}_rows`,
    help: `Number of ${rows}, at most 100,000`,
    registers: [metrics],
    async collect() {
      this.set((await backlog.get()).rows);
    },
  });
  new Gauge({
    name: `abato_${name}_oldest_seconds`,
    help: `Age of the oldest of the ${rows}; 0 when none waits`,
    registers: [metrics],
    async collect() {
      const { since } = await backlog.get();
      this.set(since ? Math.max(0, (clock.now().getTime() - since.getTime()) / 1000) : 0);
    },
  });
}
