import { Inject, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import type { Server } from 'socket.io';
import { type CountedRoom, LivePace, ViewerCounts } from '@abato/live';
import { type Logger, LOGGER } from '@abato/platform';

const REPORT_MS = 2_000;
/** A contest with fewer viewers on this process has too few on all for a slower pace to matter. */
const FEWEST_TO_ASK = 50;
/** Rooms whose connections are counted, by the beginning of their names. */
const COUNTED = { 'contest:': 'viewers', 'stage:': 'stages' } as const;
const PREFIXES = Object.keys(COUNTED) as (keyof typeof COUNTED)[];

/** Tells the other processes how many connections of this one show each contest, and learns how many all of them have. */
@WebSocketGateway()
export class ViewersGateway implements OnModuleInit, OnModuleDestroy {
  @WebSocketServer() private readonly server?: Server;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly viewers: ViewerCounts,
    private readonly pace: LivePace,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.report(), REPORT_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.viewers.report(new Map()).catch(() => undefined);
  }

  private async report(): Promise<void> {
    const counts = new Map<CountedRoom, number>();
    for (const [room, { size }] of this.server?.sockets.adapter.rooms ?? []) {
      for (const prefix of PREFIXES) {
        if (room.startsWith(prefix)) counts.set(`${COUNTED[prefix]}:${room.slice(prefix.length)}`, size);
      }
    }
    await this.viewers
      .report(counts)
      .catch((error: Error) => this.log.debug({ reason: error.message }, 'viewers were not reported'));
    this.pace.note(await this.readAll(counts));
  }

  /** Viewers over all processes of the contests that have many here. */
  private async readAll(own: ReadonlyMap<CountedRoom, number>): Promise<Map<string, number>> {
    const all = new Map<string, number>();
    for (const [room, count] of own) {
      if (count < FEWEST_TO_ASK || !room.startsWith('viewers:')) continue;
      const contestId = room.slice('viewers:'.length);
      all.set(contestId, (await this.viewers.read(contestId)) ?? count);
    }
    return all;
  }
}
