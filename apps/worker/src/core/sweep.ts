import type { Logger } from '@abato/platform';

/**
 * Work that is looked for at the start and then regularly, whatever the queue says: a queue may lose a wake-up, the tables
 * do not. One run at a time; a failure is logged and the next run tries again.
 */
export class Sweep {
  private timer?: NodeJS.Timeout;
  private running: Promise<void> | null = null;
  private stopped = false;

  constructor(
    private readonly name: string,
    private readonly everyMs: number,
    private readonly log: Logger,
    private readonly work: () => Promise<void>,
  ) {}

  start(): void {
    this.running = this.run();
  }

  /** Resolves when the run in hand, if any, is done. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      this.log.warn({ sweep: this.name, reason: (error as Error).message }, 'sweep failed; it runs again');
    }
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.run();
    }, this.everyMs);
  }
}
