import { Gauge, type Registry } from 'prom-client';

/** What a `pg` pool tells about itself. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** How many connections are used, how many are free, and how many callers wait for one: who waits is who is slow. */
export function measurePools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  new Gauge({
    name: 'abato_database_connections',
    help: 'Connections of a pool by state: used, idle; waiting counts callers that have none',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}
