import type { CachedContest } from '@abato/contests';
import { type FanoutMetrics, leadersOf, leastOfFirst, type LivePace } from '@abato/live';
import type { TallyBoard } from '@abato/voting';
import { BoardRoom } from './board-room.js';
import type { LiveServer } from './live-socket.js';

/** After a failure. */
const SEND_AGAIN_MS = 1_000;

export const publicRoom = (contestId: string): string => `contest:${contestId}`;

/** What every viewer may know of a contest. */
interface PublicPart {
  id: string;
  shown: boolean;
  contestants: CachedContest['categoryOf'];
  facts: CachedContest['facts'];
}

/** @returns null for a draft */
export function publicPartOf(contest: CachedContest | null): PublicPart | null {
  if (!contest || contest.facts.status === 'DRAFT') return null;
  const { facts, categoryOf } = contest;
  return { id: facts.id, shown: facts.showResults, contestants: categoryOf, facts };
}

/** The rooms of the contests that are watched on this process: sends them what has changed, each at its pace. */
export class BoardRooms {
  private readonly rooms = new Map<string, BoardRoom>();

  /**
   * @param find null for a draft and for a contest that is gone
   * @param pace how often a board is sent, per contest
   */
  constructor(
    private readonly sockets: () => LiveServer['sockets'],
    readonly find: (contestId: string) => Promise<PublicPart | null>,
    private readonly board: TallyBoard,
    private readonly fanout: FanoutMetrics,
    private readonly pace: () => LivePace,
    private readonly note: (error: unknown) => void,
  ) {}

  of(contestId: string): BoardRoom | undefined {
    return this.rooms.get(contestId);
  }

  contests(): Iterable<string> {
    return this.rooms.keys();
  }

  open(contestId: string): BoardRoom {
    let room = this.rooms.get(contestId);
    if (!room) {
      room = new BoardRoom(this.sockets, publicRoom(contestId));
      this.rooms.set(contestId, room);
      this.board.keep(contestId);
    }
    return room;
  }

  leaveLater(contestId: string): void {
    setImmediate(() => {
      const room = this.rooms.get(contestId);
      if (room?.isEmpty) this.close(contestId, room);
    });
  }

  close(contestId: string, room: BoardRoom): void {
    room.close();
    this.rooms.delete(contestId);
    this.board.release(contestId);
  }

  closeAll(): void {
    for (const room of this.rooms.values()) room.close();
    this.rooms.clear();
  }

  /** Send at once when the last message is old enough, else when it will be: at most one timer per room. */
  schedule(contestId: string, leastMs = 0): void {
    const room = this.rooms.get(contestId);
    // Without viewers no change waits to be sent.
    if (!room) this.fanout.forget(contestId);
    if (!room || room.pending) return;
    const pause = this.pace().pauseOf(contestId, room.size);
    const wait = Math.max(leastMs, room.sentAt + pause - performance.now());
    room.pending = setTimeout(() => {
      room.pending = null;
      void this.broadcast(contestId, room).catch((error) => {
        this.note(error);
        // No further vote may come: without this the viewers would keep the counts of before the failure.
        this.schedule(contestId, SEND_AGAIN_MS);
      });
    }, wait);
  }

  /** @param isRest whether all that changed is due, for a crowd that has the first places only */
  private async broadcast(contestId: string, room: BoardRoom, isRest = false): Promise<void> {
    const contest = await this.find(contestId);
    // A contest that is missing may come back: after a failover the database is behind for a moment. Hidden results owe nothing: when they are shown, all is sent.
    if (isRest && !contest) this.sendRestIn(contestId, room, SEND_AGAIN_MS);
    if (!contest?.shown) return this.fanout.forget(contestId);
    const { contestants, facts } = contest;
    const crowd = isRest ? null : this.pace().crowdOf(contestId, room.size, contestants.size);
    const all = crowd && (await this.board.whole(contestId, contestants, facts));
    const tally = await this.board.since(contestId, room.restVersion, contestants, facts);
    const now = performance.now();
    const isNew = tally.version > room.sentVersion;
    const restIn = crowd ? room.restAt + crowd.restMs - now : 0;
    if (crowd && all && restIn > 0 && isNew) {
      room.sendLeaders(tally, leadersOf(tally, leastOfFirst(all, crowd.first)), now);
      this.sendRestIn(contestId, room, restIn);
    } else if (isNew || (isRest && room.owesRest)) {
      room.send(tally, now);
    }
    if (isNew) this.fanout.sent(contestId, room.size);
    else this.fanout.forget(contestId);
    if (!room.hasLate) return;
    room.catchUp(await this.board.whole(contestId, contest.contestants, contest.facts));
    // Slow viewers get the last state even if no vote follows.
    if (room.hasLate) this.schedule(contestId, this.pace().pauseOf(contestId, room.size));
  }

  /** Sends the full board even if no vote follows, and retries on failure, so that every viewer gets all counts. */
  private sendRestIn(contestId: string, room: BoardRoom, ms: number): void {
    if (this.rooms.get(contestId) !== room) return;
    room.rest ??= setTimeout(() => {
      room.rest = null;
      void this.broadcast(contestId, room, true).catch((error) => {
        this.note(error);
        this.sendRestIn(contestId, room, SEND_AGAIN_MS);
      });
    }, ms);
  }
}
