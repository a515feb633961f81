import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { type Clock, CLOCK, REDIS } from '@abato/platform';

/** A process's figure counts for so long after it was reported: a process that died is left out soon. */
const VALID_MS = 15_000;
const keyOf = (contestId: string): string => `abato:viewers:${contestId}`;

/** How many connections show each contest, over all processes. Best effort: the figure decides nothing. */
@Injectable()
export class ViewerCounts {
  private readonly processId = randomUUID();
  private reported: string[] = [];

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The connections of this process by contest; contests that are absent have none any more. */
  async report(counts: ReadonlyMap<string, number>): Promise<void> {
    const gone = this.reported.filter((contestId) => !counts.has(contestId));
    if (counts.size === 0 && gone.length === 0) return;
    const now = this.clock.now().getTime();
    const commands = this.redis.pipeline();
    for (const contestId of gone) commands.hdel(keyOf(contestId), this.processId);
    for (const [contestId, count] of counts) {
      commands.hset(keyOf(contestId), this.processId, `${count}:${now}`);
      commands.pexpire(keyOf(contestId), VALID_MS);
    }
    await commands.exec();
    this.reported = [...counts.keys()];
  }

  /** @returns null while Redis is away */
  async read(contestId: string): Promise<number | null> {
    const oldest = this.clock.now().getTime() - VALID_MS;
    const reports = await this.redis.hvals(keyOf(contestId)).catch(() => null);
    if (!reports) return null;
    return reports
      .map((report) => report.split(':').map(Number) as [number, number])
      .reduce((sum, [count, at]) => (at >= oldest ? sum + count : sum), 0);
  }
}
