import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { type Logger, LOGGER } from '@abato/platform';

/** @param stopping aborted when the worker stops: long work then ends where the next run can go on */
type Work = (stopping: AbortSignal) => Promise<void>;

/** Listeners to a stop besides those of sweeps: jobs in hand. */
const LISTENERS = 100;

interface Sweep {
  name: string;
  everyMs: number;
  work: Work;
}

/**
 * Work that is looked for at the start and then regularly, whatever the queue says: a queue may lose a wake-up, the tables
 * do not. One run of each sweep at a time; a failure is logged and the next run tries again.
 */
@Injectable()
export class Sweeps implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly sweeps: Sweep[] = [];
  private readonly controller = new AbortController();
  /** Aborted when the worker stops: for long work that is not only swept for. */
  readonly stopping = this.controller.signal;
  private running: Promise<void>[] = [];

  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  /**
   * Sweep from the start of the worker to its end. For constructors: what is added after the start does not run.
   * @param name for the log
   * @param everyMs milliseconds from the end of a run to the start of the next
   */
  add(name: string, everyMs: number, work: Work): void {
    this.sweeps.push({ name, everyMs, work });
    // Node.js takes more than ten listeners for a leak; every sweep has one, and so may its work.
    setMaxListeners(LISTENERS + 2 * this.sweeps.length, this.stopping);
  }

  onApplicationBootstrap(): void {
    this.running = this.sweeps.map((sweep) => this.repeat(sweep));
  }

  /** No run begins any more. Those in hand go on while the queues' workers close. */
  onModuleDestroy(): void {
    this.controller.abort();
  }

  /** Resolves when every run in hand is done. In this hook and no later one: the next closes the connections that a run needs. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  private async repeat({ name, everyMs, work }: Sweep): Promise<void> {
    const signal = this.stopping;
    while (!signal.aborted) {
      try {
        await work(signal);
      } catch (error) {
        this.log.warn({ sweep: name, reason: (error as Error).message }, 'sweep failed; it runs again');
      }
      // Rejects only when stopped meanwhile.
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** How the items of a run are worked through. */
interface TryEachOptions {
  /** Most items in hand at a time; 1 without it. */
  atOnce?: number;
  /** No further item is begun once this is aborted. */
  stopping?: AbortSignal;
}

/**
 * Work on every item, whatever becomes of the others: one row that cannot be processed must not hold up those after it, in this run and
 * in every later one.
 * @throws the first failure, when every item has been tried
 */
export async function tryEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  { atOnce = 1, stopping }: TryEachOptions = {},
): Promise<void> {
  const failures: unknown[] = [];
  const rest = [...items].reverse();
  const goesOn = (): boolean => rest.length > 0 && !stopping?.aborted;
  const lane = async (): Promise<void> => {
    while (goesOn()) {
      await work(rest.pop() as T).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, rest.length) }, lane));
  if (failures.length) throw failures[0];
}
