import type { Server, Socket } from 'socket.io';
import type { ContestTally } from '@abato/contracts';
import { eventFrame, sendFrame } from './text-frame.js';

type Viewers = Pick<Server['sockets'], 'adapter' | 'sockets'>;

/**
 * The viewers of one contest's board. A message is serialised once and written to every viewer with room for it; one without is
 * left out until it has, and then gets the whole newest board instead of what it missed.
 */
export class BoardRoom {
  sentVersion = 0;
  sentAt = 0;
  pending: NodeJS.Timeout | null = null;
  private readonly late = new Set<string>();
  private whole: { version: number; frame: Buffer } | null = null;

  constructor(
    private readonly viewers: () => Viewers,
    private readonly name: string,
  ) {}

  get isEmpty(): boolean {
    return !this.viewers().adapter.rooms.has(this.name);
  }

  /** How many watch on this process. */
  get size(): number {
    return this.viewers().adapter.rooms.get(this.name)?.size ?? 0;
  }

  /** Whether a viewer still waits for the newest board. */
  get hasLate(): boolean {
    return this.late.size > 0;
  }

  /** What changed, to every viewer who has seen all before. */
  send(tally: ContestTally, now: number): void {
    this.sentVersion = tally.version;
    this.sentAt = now;
    const frame = eventFrame('contest:tally', tally);
    const { adapter, sockets } = this.viewers();
    for (const id of adapter.rooms.get(this.name) ?? []) {
      const socket = sockets.get(id);
      if (!socket || this.late.has(id)) continue;
      if (!sendFrame(socket, frame)) this.late.add(id);
    }
  }

  /** The whole board, to one viewer who begins to watch. */
  sendWhole(socket: Socket, tally: ContestTally): void {
    if (sendFrame(socket, this.wholeFrame(tally))) this.late.delete(socket.id);
    else this.late.add(socket.id);
  }

  /** The whole board, to those who were left out and have room again. */
  catchUp(tally: ContestTally): void {
    const { adapter, sockets } = this.viewers();
    const present = adapter.rooms.get(this.name);
    for (const id of this.late) {
      const socket = present?.has(id) ? sockets.get(id) : undefined;
      if (!socket) this.late.delete(id);
      else this.sendWhole(socket, tally);
    }
  }

  /** The serialised whole board no longer fits: contestants came or went, or results were shown. */
  forgetWhole(): void {
    this.whole = null;
  }

  close(): void {
    if (this.pending) clearTimeout(this.pending);
  }

  private wholeFrame(tally: ContestTally): Buffer {
    if (this.whole?.version !== tally.version) {
      this.whole = { version: tally.version, frame: eventFrame('contest:tally', tally) };
    }
    return this.whole.frame;
  }
}
