import { keepTrace } from '@abato/platform';

/** Within this many milliseconds one wake-up per subject is enough: a board shows at most four states a second. */
const SPACING_MS = 20;

/**
 * Wakes a queue about a subject (a contest to drain, the inbox): at once when nothing was sent about it lately, otherwise once at
 * the end of the spacing. A busy process writes hundreds of batches a second; a job for each would cost more than it helps.
 */
export class WakeUps {
  private readonly resting = new Map<string, { again: (() => void) | null; timer: NodeJS.Timeout }>();

  /** @param send wakes the queue; it must not throw (a lost wake-up is a delay: a periodic check does the work) */
  constructor(
    private readonly send: (subject: string) => void,
    private readonly spacingMs = SPACING_MS,
  ) {}

  wake(subject: string): void {
    const rest = this.resting.get(subject);
    const send = (): void => this.send(subject);
    // A delayed wake-up belongs to the trace of its own batch, not to that of the timer.
    if (rest) rest.again ??= keepTrace(send);
    else this.sendAndRest(subject, send);
  }

  /** Send what still waits (shutdown). */
  flush(): void {
    for (const { again, timer } of this.resting.values()) {
      clearTimeout(timer);
      again?.();
    }
    this.resting.clear();
  }

  private sendAndRest(subject: string, send: () => void): void {
    const timer = setTimeout(() => {
      const again = this.resting.get(subject)?.again;
      this.resting.delete(subject);
      if (again) this.sendAndRest(subject, again);
    }, this.spacingMs);
    this.resting.set(subject, { again: null, timer });
    send();
  }
}
