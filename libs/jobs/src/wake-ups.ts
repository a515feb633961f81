import { keepTrace } from '@abato/platform';

/** Within this many milliseconds one poke per subject is enough: a board shows at most four states a second. */
const SPACING_MS = 20;

/**
 * Wakes a queue about a subject (a contest to drain, the inbox): at once when nothing was sent about it lately, otherwise once at
 * the end of the spacing. A busy process writes hundreds of batches a second, and a job each would cost it and Redis more than
 * they move anything.
 */
export class Pokes {
  private readonly resting = new Map<string, { again: (() => void) | null; timer: NodeJS.Timeout }>();

  /** @param send wakes the queue; it must not throw (a lost poke is a delay: a sweep does the work) */
  constructor(
    private readonly send: (subject: string) => void,
    private readonly spacingMs = SPACING_MS,
  ) {}

  poke(subject: string): void {
    const rest = this.resting.get(subject);
    const send = (): void => this.send(subject);
    // Who waits is not sent by the timer's maker: it belongs to the trace of its own batch.
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
