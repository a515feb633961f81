import type { Server, Socket } from 'socket.io';
import { COMPACT_EVENT, COMPACT_FRAMES, type ContestTally, Roster } from '@abato/contracts';
import { eventFrame, sendFrame } from '../fast-path/prepared-frames.js';

type Viewers = Pick<Server['sockets'], 'adapter' | 'sockets'>;

/** Rosters have numbers of their own in the whole process: a viewer may watch several contests. */
let rosters = 0;

/**
 * The viewers of one contest's board. A message is serialised once per encoding and written to every viewer with room for it; one without is
 * left out until it has, and then gets the whole newest board instead of what it missed.
 */
export class BoardRoom {
  sentVersion = 0;
  sentAt = 0;
  pending: NodeJS.Timeout | null = null;
  /** The last message that named all that changed. */
  restVersion = 0;
  restAt = -Infinity;
  /** When the next one is due, where a crowd has the first places only. */
  rest: NodeJS.Timeout | null = null;
  /** Digest of the contest as every viewer knows it. */
  announced = '';
  private readonly late = new Set<string>();
  private whole: { version: number; json?: Buffer; withRoster?: Buffer } | null = null;
  private roster: Roster | null = null;
  /** The roster each viewer of compact frames was sent. */
  private readonly rosterOf = new WeakMap<Socket, number>();

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

  /** Whether viewers have had the first places only since the last message with all. */
  get owesRest(): boolean {
    return this.sentVersion > this.restVersion;
  }

  /** The first viewer was sent the whole board: what changes from now on is sent. */
  begin(version: number): void {
    if (!this.sentVersion) this.sentVersion = this.restVersion = version;
  }

  /** What changed since `restVersion`, to every viewer who has seen all before. */
  send(tally: ContestTally, now: number): void {
    this.noteAll(tally, now);
    this.writeChange(tally, tally);
  }

  /**
   * To a crowd: of what changed since `restVersion`, the first places (`leadersOf`). Viewers of JSON, who know nothing of this, get all.
   * The sender owes the rest, to be sent by `send`.
   */
  sendLeaders(changed: ContestTally, leaders: ContestTally, now: number): void {
    this.sentVersion = changed.version;
    this.sentAt = now;
    this.writeChange(changed, leaders);
  }

  /** The whole board to every viewer: contestants came or went, or results were shown. */
  sendWholeToAll(tally: ContestTally, now: number): void {
    this.noteAll(tally, now);
    this.whole = null;
    this.write((socket) => this.wholeFrame(socket, tally));
  }

  /** The whole board, to one viewer who begins to watch. */
  sendWhole(socket: Socket, tally: ContestTally): void {
    if (sendFrame(socket, this.wholeFrame(socket, tally))) this.late.delete(socket.id);
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
    if (this.rest) clearTimeout(this.rest);
  }

  private noteAll({ version }: ContestTally, now: number): void {
    this.sentVersion = this.restVersion = version;
    this.sentAt = this.restAt = now;
  }

  /** @param forCompact what viewers of compact frames get of the change */
  private writeChange(tally: ContestTally, forCompact: ContestTally): void {
    let json: Buffer | undefined;
    let compact: Buffer | null | undefined;
    this.write((socket) => {
      // A viewer with an older roster understands JSON, and gets the newer roster with the next whole board.
      if (this.roster && this.rosterOf.get(socket) === this.roster.number) {
        if (compact === undefined) compact = compactFrame(this.roster, forCompact);
        if (compact) return compact;
      }
      return (json ??= eventFrame('contest:tally', tally));
    });
  }

  private write(frameFor: (socket: Socket) => Buffer): void {
    const { adapter, sockets } = this.viewers();
    for (const id of adapter.rooms.get(this.name) ?? []) {
      const socket = sockets.get(id);
      if (!socket || this.late.has(id)) continue;
      if (!sendFrame(socket, frameFor(socket))) this.late.add(id);
    }
  }

  /** A late viewer counts as having the roster: what it is sent next is a whole board. */
  private wholeFrame(socket: Socket, tally: ContestTally): Buffer {
    if (this.whole?.version !== tally.version) this.whole = { version: tally.version };
    if (!wantsCompact(socket)) return (this.whole.json ??= eventFrame('contest:tally', tally));
    if (!this.roster || (!this.whole.withRoster && !this.roster.isOf(tally)))
      this.roster = new Roster(++rosters, tally);
    this.rosterOf.set(socket, this.roster.number);
    return (this.whole.withRoster ??= eventFrame('contest:tally', { ...tally, roster: this.roster.number }));
  }
}

function compactFrame(roster: Roster, tally: ContestTally): Buffer | null {
  const compact = roster.encode(tally);
  return compact && eventFrame(COMPACT_EVENT, compact);
}

function wantsCompact(socket: Socket): boolean {
  return (socket.handshake?.auth as { frames?: unknown } | undefined)?.frames === COMPACT_FRAMES;
}
