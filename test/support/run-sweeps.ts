import { Sweeps, tryEach } from '@abato/jobs';
import { createLogger } from '@abato/testing/platform';

/** The worker's sweeps, which run when a test says so and not by time. */
export class SweepsByHand extends Sweeps {
  private readonly added: ((stopping: AbortSignal) => Promise<void>)[] = [];

  constructor() {
    super(createLogger('sweeps', 'silent'));
  }

  override add(_name: string, _everyMs: number, work: (stopping: AbortSignal) => Promise<void>): void {
    this.added.push(work);
  }

  /** Run each sweep once, in the order in which they were added. @throws the first failure, when all have run */
  async run(): Promise<void> {
    await tryEach(this.added, (work) => work(this.stopping));
  }
}
