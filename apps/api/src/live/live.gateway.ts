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
import type { CachedContest } from '@abato/contests';
import { type Ack, ERROR_MESSAGES, type WatchAck } from '@abato/contracts';
import { FanoutMetrics, leadersOf, leastOfFirst, LivePace, LiveSubscriber } from '@abato/live';
import { type Logger, LOGGER } from '@abato/platform';
import { TallyBoard } from '@abato/voting';
import { BoardRoom } from './board-room.js';
import { ContestAnnouncements, digestOf, type PublicPart, stateOf } from './contest-announcements.js';
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

const publicRoom = (contestId: string): string => `contest:${contestId}`;

/** Pushes counts and changes to viewers. Only what `publicView` would show goes into a public room. */
@WebSocketGateway()
export class LiveGateway implements OnGatewayConnection, OnGatewayDisconnect, OnModuleInit, OnModuleDestroy {
  @WebSocketServer() private readonly server!: LiveServer;
  /** A board is sent at most so often per contest. */
  @Inject(LivePace) private readonly pace!: LivePace;
  private readonly rooms = new Map<string, BoardRoom>();
  private readonly announcements: ContestAnnouncements;

  constructor(
    private readonly sessions: SocketSessions,
    private readonly lookUps: ContestLookUps,
    private readonly board: TallyBoard,
    private readonly live: LiveSubscriber,
    private readonly fanout: FanoutMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    const rooms = {
      of: (contestId: string) => this.rooms.get(contestId),
      find: (contestId: string) => this.find(contestId),
      viewersOf: (contestId: string) => this.server.local.in(publicRoom(contestId)),
      end: (contestId: string, room: BoardRoom) => this.end(contestId, room),
      note: (error: unknown) => this.note(error),
    };
    this.announcements = new ContestAnnouncements(rooms, board, fanout);
  }

  onModuleInit(): void {
    this.board.on('changed', (contestId) => this.schedule(contestId));
    this.live.on('contest', ({ contestId }) => this.announcements.announce(contestId));
    this.live.on('connected', () => this.announcements.check(this.rooms.keys()));
    this.live.on('user', ({ userId }) => this.server.in(`user:${userId}`).disconnectSockets(true));
  }

  onModuleDestroy(): void {
    this.announcements.stop();
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
      if (room?.isEmpty) this.close(contestId, room);
    });
  }

  private close(contestId: string, room: BoardRoom): void {
    room.close();
    this.rooms.delete(contestId);
    this.board.release(contestId);
  }

  private end(contestId: string, room: BoardRoom): void {
    for (const id of this.server.sockets.adapter.rooms.get(publicRoom(contestId)) ?? []) {
      const socket = this.server.sockets.sockets.get(id) as LiveSocket | undefined;
      if (socket) watchedBy(socket).delete(contestId);
    }
    this.server.local.in(publicRoom(contestId)).socketsLeave(publicRoom(contestId));
    this.close(contestId, room);
  }

  private async find(contestId: string): Promise<PublicPart | null> {
    return publicPartOf(await this.lookUps.find(contestId));
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
    const contest = await this.find(contestId);
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

  private note(error: unknown): undefined {
    this.log.warn({ reason: (error as Error).message }, 'live update failed');
  }
}

/** What every viewer may know; null for a draft. */
function publicPartOf(contest: CachedContest | null): PublicPart | null {
  if (!contest || contest.facts.status === 'DRAFT') return null;
  const { facts, categoryOf } = contest;
  return { id: facts.id, shown: facts.showResults, contestants: categoryOf, facts };
}

function watchedBy(socket: LiveSocket): Set<string> {
  return (socket.data.watched ??= new Set());
}
