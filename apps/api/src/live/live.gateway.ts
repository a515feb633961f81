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
import { type Ack, ERROR_MESSAGES, type WatchAck } from '@abato/contracts';
import { FanoutMetrics, LivePace, LiveSubscriber } from '@abato/live';
import { type Logger, LOGGER } from '@abato/platform';
import { TallyBoard } from '@abato/voting';
import type { BoardRoom } from './board-room.js';
import { BoardRooms, publicPartOf, publicRoom } from './board-rooms.js';
import { ContestAnnouncements, digestOf, stateOf } from './contest-announcements.js';
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

/** Pushes counts and changes to viewers. Only what `publicView` would show goes into a public room. */
@WebSocketGateway()
export class LiveGateway implements OnGatewayConnection, OnGatewayDisconnect, OnModuleInit, OnModuleDestroy {
  @WebSocketServer() private readonly server!: LiveServer;
  /** A board is sent at most so often per contest. */
  @Inject(LivePace) private readonly pace!: LivePace;
  private readonly rooms: BoardRooms;
  private readonly announcements: ContestAnnouncements;

  constructor(
    private readonly sessions: SocketSessions,
    private readonly lookUps: ContestLookUps,
    private readonly board: TallyBoard,
    private readonly live: LiveSubscriber,
    private readonly fanout: FanoutMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.rooms = new BoardRooms(
      () => this.server.sockets,
      async (contestId) => publicPartOf(await this.lookUps.find(contestId)),
      board,
      fanout,
      () => this.pace,
      (error) => this.note(error),
    );
    const parts = {
      rooms: this.rooms,
      viewersOf: (contestId: string) => this.server.local.in(publicRoom(contestId)),
      end: (contestId: string, room: BoardRoom) => this.end(contestId, room),
      note: (error: unknown) => this.note(error),
    };
    this.announcements = new ContestAnnouncements(parts, board, fanout);
  }

  onModuleInit(): void {
    this.board.on('changed', (contestId) => this.rooms.schedule(contestId));
    this.live.on('contest', ({ contestId }) => this.announcements.announce(contestId));
    this.live.on('connected', () => this.announcements.check(this.rooms.contests()));
    this.live.on('user', ({ userId }) => this.server.in(`user:${userId}`).disconnectSockets(true));
  }

  onModuleDestroy(): void {
    this.announcements.stop();
    this.rooms.closeAll();
  }

  async handleConnection(socket: LiveSocket): Promise<void> {
    // Verified again for every private room; a database that is away must not keep a viewer out.
    await this.sessions.actorOf(socket).catch((error) => this.note(error));
    // Nothing reads the upgrade request and its headers any more; letting them go saves memory for every viewer.
    (socket.conn as { request: unknown }).request = null;
    socket.handshake.headers = {};
  }

  handleDisconnect(socket: LiveSocket): void {
    for (const contestId of watchedBy(socket)) this.rooms.leaveLater(contestId);
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
    const room = this.rooms.open(contest.id);
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
    this.rooms.leaveLater(contestId);
    return { ok: true };
  }

  private end(contestId: string, room: BoardRoom): void {
    for (const id of this.server.sockets.adapter.rooms.get(publicRoom(contestId)) ?? []) {
      const socket = this.server.sockets.sockets.get(id) as LiveSocket | undefined;
      if (socket) watchedBy(socket).delete(contestId);
    }
    this.server.local.in(publicRoom(contestId)).socketsLeave(publicRoom(contestId));
    this.rooms.close(contestId, room);
  }

  private note(error: unknown): undefined {
    this.log.warn({ reason: (error as Error).message }, 'live update failed');
  }
}

function watchedBy(socket: LiveSocket): Set<string> {
  return (socket.data.watched ??= new Set());
}
