import { Sweeps } from '@abato/jobs';
import { createLogger } from '@abato/platform';

/** The worker's sweeps, which run when a test says so and not by time. */
export class SweepsByHand extends Sweeps {
  private readonly added: ((stopping: AbortSignal) => Promise<void>)[] = [];

  constructor() {
    super(createLogger('sweeps', 'silent'));
  }

  override add(_name: string, _everyMs: number, work: (stopping: AbortSignal) => Promise<void>): void {
    this.added.push(work);
  }

  /** Run each sweep once, in the order in which they were added. @throws what a sweep throws */
  async run(): Promise<void> {
    for (const work of this.added) await work(this.stopping);
  }
}
