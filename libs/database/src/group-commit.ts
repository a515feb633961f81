interface Options<Item> {
  /** Most items in one write. */
  maxBatch: number;
  /** Items beyond this are refused: memory and latency stay bounded. */
  maxWaiting: number;
  /** What has to be known before items are written, asked for the next ones while others are being written. */
  prepare?: (items: Item[]) => Promise<void>;
  /** Told of each write: its size, its duration, and how long its first item had waited (ms). */
  observe?: (size: number, milliseconds: number, waited: number) => void;
}

interface Entry<Item, Outcome> {
  item: Item;
  at: number;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: every item that arrives while the previous write is on its way goes into the next one. No timer, so a lone
 * item is written at once; one write in flight, so a busy process writes few large batches. Measured against a timer and
 * against several writes in flight, this was the fastest and the steadiest (docs/performance.md).
 */
export class GroupCommit<Item, Outcome> {
  private waiting: Entry<Item, Outcome>[] = [];
  private prepared: Entry<Item, Outcome>[] = [];
  private preparing: Promise<void> | null = null;
  private writing: Promise<void> | null = null;
  /** Items that have been added and are in no write yet. */
  private queued = 0;

  /** @param write stores a batch durably and returns an outcome per item, in order */
  constructor(
    private readonly write: (items: Item[]) => Promise<Outcome[]>,
    private readonly options: Options<Item>,
  ) {}

  /** Items not yet in a write. */
  get backlog(): number {
    return this.queued;
  }

  /**
   * @returns the item's outcome, only after its write is durable
   * @throws what `prepare` or `write` threw for this item; `null` is returned when the item is refused for lack of room
   */
  add(item: Item): Promise<Outcome> | null {
    if (this.queued >= this.options.maxWaiting) return null;
    this.queued++;
    const outcome = new Promise<Outcome>((resolve, reject) =>
      this.waiting.push({ item, at: performance.now(), resolve, reject }),
    );
    this.preparing ??= this.prepareAll();
    return outcome;
  }

  /** Resolves when everything added so far is written (shutdown). */
  async drained(): Promise<void> {
    while (this.preparing || this.writing) await (this.preparing ?? this.writing);
  }

  private async prepareAll(): Promise<void> {
    // One turn of the loop lets requests that are already in the socket buffers join the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length) {
      const batch = this.waiting.splice(0, this.options.maxBatch);
      try {
        await this.options.prepare?.(batch.map((entry) => entry.item));
        this.prepared.push(...batch);
        this.writing ??= this.writeAll();
      } catch (error) {
        this.queued -= batch.length;
        for (const entry of batch) entry.reject(error);
      }
    }
    this.preparing = null;
  }

  private async writeAll(): Promise<void> {
    while (this.prepared.length) {
      const batch = this.prepared.splice(0, this.options.maxBatch);
      this.queued -= batch.length;
      const start = performance.now();
      try {
        const outcomes = await this.write(batch.map((entry) => entry.item));
        batch.forEach((entry, index) => entry.resolve(outcomes[index] as Outcome));
      } catch (error) {
        if (batch.length > 1 && isRowError(error)) await this.isolate(batch);
        else for (const entry of batch) entry.reject(error);
      }
      this.options.observe?.(batch.length, performance.now() - start, start - (batch[0]?.at ?? start));
    }
    this.writing = null;
  }

  /** One bad item fails a whole statement: prepare and write them one by one, so that only the bad one is told so. */
  private async isolate(batch: Entry<Item, Outcome>[]): Promise<void> {
    for (const entry of batch) {
      try {
        await this.options.prepare?.([entry.item]);
        const [outcome] = await this.write([entry.item]);
        entry.resolve(outcome as Outcome);
      } catch (error) {
        entry.reject(error);
      }
    }
  }
}

/**
 * SQLSTATE classes 22 (data) and 23 (constraints): some row is at fault. Anything else, a lost connection above all, concerns
 * the whole batch: trying hundreds of rows one by one against a server that is away would delay every request.
 */
function isRowError(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^2[23]/.test(code);
}
