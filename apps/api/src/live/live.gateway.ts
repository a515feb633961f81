import { Inject, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
} from '@nestjs/websockets';
import { createHash } from 'node:crypto';
import type { CachedContest } from '@abato/contests';
import { type Ack, type ContestState, ERROR_MESSAGES, type WatchAck } from '@abato/contracts';
import { FanoutMetrics, leadersOf, leastOfFirst, LivePace, LiveSubscriber } from '@abato/live';
import { type Logger, LOGGER } from '@abato/platform';
import { TallyBoard } from '@abato/voting';
import { BoardRoom } from './board-room.js';
import {
  AWAY,
  contestIdOf,
  ContestLookUps,
  type LiveServer,
  type LiveSocket as SocketOf,
  SocketSessions,
} from './live-socket.js';

/** What the server remembers about a connection. */
interface LiveData {
  watched?: Set<string>;
}
type LiveSocket = SocketOf<LiveData>;

const MAX_WATCHED_PER_SOCKET = 20;

/** After a failure. */
const SEND_AGAIN_MS = 1_000;
const ANNOUNCE_AGAIN_MS = 1_000;

const publicRoom = (contestId: string): string => `contest:${contestId}`;

/** Pushes counts and changes to viewers. Only what `publicView` would show goes into a public room. */
@WebSocketGateway()
export class LiveGateway implements OnGatewayConnection, OnGatewayDisconnect, OnModuleInit, OnModuleDestroy {
  @WebSocketServer() private readonly server!: LiveServer;
  /** A board is sent at most so often per contest. */
  @Inject(LivePace) private readonly pace!: LivePace;
  private readonly rooms = new Map<string, BoardRoom>();
  /** Contests that may have changed without an announcement to their viewers. */
  private readonly unannounced = new Set<string>();
  private announcing: NodeJS.Timeout | undefined;

  constructor(
    private readonly sessions: SocketSessions,
    private readonly lookUps: ContestLookUps,
    private readonly board: TallyBoard,
    private readonly live: LiveSubscriber,
    private readonly fanout: FanoutMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.board.on('changed', (contestId) => this.schedule(contestId));
    this.live.on('contest', ({ contestId }) => {
      void this.announceChange(contestId).catch((error) => {
        this.note(error);
        this.announceLater([contestId], ANNOUNCE_AGAIN_MS);
      });
    });
    this.live.on('connected', () => this.announceLater(this.rooms.keys(), 0));
    this.live.on('user', ({ userId }) => this.server.in(`user:${userId}`).disconnectSockets(true));
  }

  onModuleDestroy(): void {
    clearTimeout(this.announcing);
    this.unannounced.clear();
    for (const room of this.rooms.values()) room.close();
    this.rooms.clear();
  }

  async handleConnection(socket: LiveSocket): Promise<void> {
    // Verified again for every private room; a database that is away must not keep a viewer out.
    await this.sessions.actorOf(socket).catch((error) => this.note(error));
    // Nothing reads the upgrade request and its headers any more; letting them go saves memory for every viewer.
    (socket.conn as { request: unknown }).request = null;
    socket.handshake.headers = {};
  }

  handleDisconnect(socket: LiveSocket): void {
    for (const contestId of watchedBy(socket)) this.leaveLater(contestId);
  }

  @SubscribeMessage('contest:watch')
  async watch(@ConnectedSocket() socket: LiveSocket, @MessageBody() payload: unknown): Promise<WatchAck> {
    const id = contestIdOf(payload);
    const found = id ? await this.lookUps.findFor(socket, id).catch((error) => this.note(error)) : null;
    if (found === undefined) return AWAY;
    const contest = publicPartOf(found);
    if (!contest || !socket.connected) return { ok: false, message: ERROR_MESSAGES.CONTEST_NOT_FOUND };
    const watched = watchedBy(socket);
    if (!watched.has(contest.id) && watched.size >= MAX_WATCHED_PER_SOCKET) {
      return { ok: false, message: 'Too many contests are watched on this connection' };
    }
    watched.add(contest.id);
    await socket.join(publicRoom(contest.id));
    const room = this.roomOf(contest.id);
    room.announced ||= digestOf(contest);
    if (contest.shown) {
      const tally = await this.board.whole(contest.id, contest.contestants, contest.facts);
      room.begin(tally.version);
      room.sendWhole(socket, tally);
    }
    return { ok: true, contest: stateOf(contest), at: Date.now() };
  }

  @SubscribeMessage('contest:unwatch')
  async unwatch(@ConnectedSocket() socket: LiveSocket, @MessageBody() payload: unknown): Promise<Ack> {
    const contestId = contestIdOf(payload);
    if (!contestId) return { ok: false, message: 'Contest not found' };
    watchedBy(socket).delete(contestId);
    await socket.leave(publicRoom(contestId));
    this.leaveLater(contestId);
    return { ok: true };
  }

  private roomOf(contestId: string): BoardRoom {
    let room = this.rooms.get(contestId);
    if (!room) {
      room = new BoardRoom(() => this.server.sockets, publicRoom(contestId));
      this.rooms.set(contestId, room);
      this.board.keep(contestId);
    }
    return room;
  }

  private leaveLater(contestId: string): void {
    setImmediate(() => {
      const room = this.rooms.get(contestId);
      if (room?.isEmpty) {
        room.close();
        this.rooms.delete(contestId);
        this.board.release(contestId);
      }
    });
  }

  /** Send at once when the last message is old enough, else when it will be: at most one timer per room. */
  private schedule(contestId: string, leastMs = 0): void {
    const room = this.rooms.get(contestId);
    // Without viewers no change waits to be sent.
    if (!room) this.fanout.forget(contestId);
    if (!room || room.pending) return;
    const pause = this.pace.pauseOf(contestId, room.size);
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
    const contest = publicPartOf(await this.lookUps.find(contestId));
    // A contest that is not found may be one that is not reached. Hidden results owe nothing: when they are shown, all is sent.
    if (isRest && !contest) this.sendRestIn(contestId, room, SEND_AGAIN_MS);
    if (!contest?.shown) return this.fanout.forget(contestId);
    const { contestants, facts } = contest;
    const crowd = isRest ? null : this.pace.crowdOf(contestId, room.size, contestants.size);
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
    if (room.hasLate) this.schedule(contestId, this.pace.pauseOf(contestId, room.size));
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

  private async announceChange(contestId: string): Promise<void> {
    const room = this.rooms.get(contestId);
    if (!room) return;
    const contest = publicPartOf(await this.lookUps.find(contestId));
    if (!contest) return this.announceDeletion(contestId, room);
    room.announced = digestOf(contest);
    const changed = { contestId, ...stateOf(contest), at: Date.now() };
    this.server.local.to(publicRoom(contestId)).emit('contest:changed', changed);
    room.forgetWhole();
    if (changed.showResults) {
      // Contestants may have come or gone and counts may have been hidden so far: every viewer gets the whole board.
      const tally = await this.board.whole(contestId, contest.contestants, contest.facts);
      room.sendWholeToAll(tally, performance.now());
      // This message may have brought a vote: the room's next round would find nothing left to send and measure nothing.
      this.fanout.sent(contestId, room.size);
    }
  }

  private announceLater(contests: Iterable<string>, ms: number): void {
    for (const id of contests) this.unannounced.add(id);
    this.announcing ??= setTimeout(() => void this.announceAll(), ms);
  }

  /** One after the other, and only what differs from what was announced last: each announcement makes every viewer read the contest. */
  private async announceAll(): Promise<void> {
    for (const contestId of this.unannounced) {
      try {
        const contest = publicPartOf(await this.lookUps.find(contestId));
        const room = this.rooms.get(contestId);
        if (room && !(contest && digestOf(contest) === room.announced)) await this.announceChange(contestId);
        this.unannounced.delete(contestId);
      } catch (error) {
        this.note(error);
      }
    }
    this.announcing = undefined;
    if (this.unannounced.size > 0) this.announceLater([], ANNOUNCE_AGAIN_MS);
  }

  /** The last message about a contest: nothing is watched any more. */
  private announceDeletion(contestId: string, room: BoardRoom): void {
    const viewers = this.server.local.in(publicRoom(contestId));
    const gone = { status: 'DELETED', isPaused: false, showResults: false } as const;
    viewers.emit('contest:changed', { contestId, ...gone, at: Date.now() });
    for (const id of this.server.sockets.adapter.rooms.get(publicRoom(contestId)) ?? []) {
      const socket = this.server.sockets.sockets.get(id) as LiveSocket | undefined;
      if (socket) watchedBy(socket).delete(contestId);
    }
    viewers.socketsLeave(publicRoom(contestId));
    room.close();
    this.rooms.delete(contestId);
    this.board.release(contestId);
  }

  private note(error: unknown): undefined {
    this.log.warn({ reason: (error as Error).message }, 'live update failed');
  }
}

/** What every viewer may know; null for a draft. */
function publicPartOf(contest: CachedContest | null) {
  if (!contest || contest.facts.status === 'DRAFT') return null;
  const { facts, categoryOf } = contest;
  return { id: facts.id, shown: facts.showResults, contestants: categoryOf, facts };
}

/** Of all that a change of the contest may change. */
function digestOf({ facts }: Pick<CachedContest, 'facts'>): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64');
}

function stateOf({ facts: { status, showResults } }: Pick<CachedContest, 'facts'>): ContestState {
  return { status, isPaused: status === 'PAUSED', showResults };
}

function watchedBy(socket: LiveSocket): Set<string> {
  return (socket.data.watched ??= new Set());
}
