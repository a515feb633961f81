import { createHash } from 'node:crypto';
import type { CachedContest } from '@abato/contests';
import type { ContestState } from '@abato/contracts';
import type { FanoutMetrics } from '@abato/live';
import type { TallyBoard } from '@abato/voting';
import type { BoardRoom } from './board-room.js';
import type { BoardRooms } from './board-rooms.js';
import type { LiveServer } from './live-socket.js';

const ANNOUNCE_AGAIN_MS = 1_000;

interface Viewers {
  rooms: Pick<BoardRooms, 'of' | 'find'>;
  viewersOf(contestId: string): ReturnType<LiveServer['local']['in']>;
  /** No one watches the contest any more. */
  end(contestId: string, room: BoardRoom): void;
  note(error: unknown): void;
}

/** Tells the viewers of a contest that it has changed or was deleted. */
export class ContestAnnouncements {
  /** Contests that may have changed without an announcement to their viewers. */
  private readonly unannounced = new Set<string>();
  private announcing: NodeJS.Timeout | undefined;

  constructor(
    private readonly viewers: Viewers,
    private readonly board: TallyBoard,
    private readonly fanout: FanoutMetrics,
  ) {}

  /** The contest has changed; tried again when that cannot be announced. */
  announce(contestId: string): void {
    this.announceChange(contestId).catch((error: unknown) => {
      this.viewers.note(error);
      this.announceLater([contestId], ANNOUNCE_AGAIN_MS);
    });
  }

  /** Announcements about these contests may have been missed. */
  check(contests: Iterable<string>): void {
    this.announceLater(contests, 0);
  }

  stop(): void {
    clearTimeout(this.announcing);
    this.unannounced.clear();
  }

  private async announceChange(contestId: string): Promise<void> {
    const room = this.viewers.rooms.of(contestId);
    if (!room) return;
    const contest = await this.viewers.rooms.find(contestId);
    if (!contest) return this.announceDeletion(contestId, room);
    room.announced = digestOf(contest);
    const changed = { contestId, ...stateOf(contest), at: Date.now() };
    this.viewers.viewersOf(contestId).emit('contest:changed', changed);
    room.forgetWhole();
    if (changed.showResults) {
      // Contestants may have come or gone and counts may have been hidden so far: every viewer gets the whole board.
      const tally = await this.board.whole(contestId, contest.contestants, contest.facts);
      room.sendWholeToAll(tally, performance.now());
      // This message may have brought a vote: the room's next round would find nothing left to send and measure nothing.
      this.fanout.sent(contestId, room.size);
    }
  }

  /** The last message about a contest: nothing is watched any more. */
  private announceDeletion(contestId: string, room: BoardRoom): void {
    const gone = { status: 'DELETED', isPaused: false, showResults: false } as const;
    this.viewers.viewersOf(contestId).emit('contest:changed', { contestId, ...gone, at: Date.now() });
    this.viewers.end(contestId, room);
  }

  private announceLater(contests: Iterable<string>, ms: number): void {
    for (const id of contests) this.unannounced.add(id);
    this.announcing ??= setTimeout(() => void this.announceAll(), ms);
  }

  /** One after the other, and only what differs from what was announced last: each announcement makes every viewer read the contest. */
  private async announceAll(): Promise<void> {
    for (const contestId of this.unannounced) {
      try {
        const contest = await this.viewers.rooms.find(contestId);
        const room = this.viewers.rooms.of(contestId);
        if (room && !(contest && digestOf(contest) === room.announced)) await this.announceChange(contestId);
        this.unannounced.delete(contestId);
      } catch (error) {
        this.viewers.note(error);
      }
    }
    this.announcing = undefined;
    if (this.unannounced.size > 0) this.announceLater([], ANNOUNCE_AGAIN_MS);
  }
}

/** Of all that a change of the contest may change. */
export function digestOf({ facts }: Pick<CachedContest, 'facts'>): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64');
}

export function stateOf({ facts: { status, showResults } }: Pick<CachedContest, 'facts'>): ContestState {
  return { status, isPaused: status === 'PAUSED', showResults };
}
