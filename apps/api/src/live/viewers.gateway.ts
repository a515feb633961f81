import { Inject, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import type { Server } from 'socket.io';
import { ViewerCounts } from '@abato/live';
import { type Logger, LOGGER } from '@abato/platform';

const REPORT_MS = 2_000;
const ROOM_PREFIX = 'contest:';

/** Tells the other processes how many connections of this one show each contest. */
@WebSocketGateway()
export class ViewersGateway implements OnModuleInit, OnModuleDestroy {
  @WebSocketServer() private readonly server?: Server;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly viewers: ViewerCounts,
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
    const counts = new Map<string, number>();
    for (const [room, { size }] of this.server?.sockets.adapter.rooms ?? []) {
      if (room.startsWith(ROOM_PREFIX)) counts.set(room.slice(ROOM_PREFIX.length), size);
    }
    await this.viewers
      .report(counts)
      .catch((error: Error) => this.log.debug({ reason: error.message }, 'viewers were not reported'));
  }
}
