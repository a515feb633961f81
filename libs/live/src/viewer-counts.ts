import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, REDIS, type RedisClient } from '@abato/platform';

/** A process's figure counts for so long after it was reported: a process that died is left out soon. */
const VALID_MS = 15_000;
/** viewers: connections that show a contest. stages: those of them that are a stage. */
export type ViewerKind = 'viewers' | 'stages';
export type CountedRoom = `${ViewerKind}:${string}`;
const keyOf = (room: CountedRoom): string => `abato:${room}`;

/** How many connections show each contest, over all processes. Best effort: the figure decides nothing. */
@Injectable()
export class ViewerCounts {
  private readonly processId = randomUUID();
  private reported: CountedRoom[] = [];

  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The connections of this process by kind and contest; those that are absent have none any more. */
  async report(counts: ReadonlyMap<CountedRoom, number>): Promise<void> {
    const gone = this.reported.filter((room) => !counts.has(room));
    if (counts.size === 0 && gone.length === 0) return;
    const now = this.clock.now().getTime();
    const commands = this.redis.pipeline();
    for (const room of gone) commands.hdel(keyOf(room), this.processId);
    for (const [room, count] of counts) {
      commands.hset(keyOf(room), this.processId, `${count}:${now}`);
      commands.pexpire(keyOf(room), VALID_MS);
    }
    await commands.exec();
    this.reported = [...counts.keys()];
  }

  /** @returns null while Redis is away */
  async read(contestId: string, kind: ViewerKind = 'viewers'): Promise<number | null> {
    const oldest = this.clock.now().getTime() - VALID_MS;
    const reports = await this.redis.hvals(keyOf(`${kind}:${contestId}`)).catch(() => null);
    if (!reports) return null;
    return reports
      .map((report) => report.split(':').map(Number) as [number, number])
      .reduce((sum, [count, at]) => (at >= oldest ? sum + count : sum), 0);
  }
}
