import { Inject, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import { ownerScope } from '@abato/accounts';
import { type Ack, type ContestMonitor, ERROR_MESSAGES, type StatisticsView } from '@abato/contracts';
import { LiveSubscriber, PacedRooms } from '@abato/live';
import { MonitorService } from '@abato/reports';
import { type Logger, LOGGER } from '@abato/platform';
import { StatisticsService, TallyBoard } from '@abato/voting';
import { AWAY, contestIdOf, type LiveServer, type LiveSocket, SocketSessions } from './live-socket.js';

const MONITOR_INTERVAL_MS = 500;
const STATISTICS_INTERVAL_MS = 1_000;
/** What a lost hint can cost. */
const REFRESH_MS = 10_000;
const MAX_MONITORED_PER_SOCKET = 20;
/** Key of the super admins' statistics; every other key is an owner's id. */
const ALL_OWNERS = 'all-owners';

const monitorRoom = (contestId: string): string => `monitor:${contestId}`;
const statisticsRoom = (key: string): string => `statistics:${key}`;
const NOT_FOUND: Ack = { ok: false, message: ERROR_MESSAGES.CONTEST_NOT_FOUND };
const FORBIDDEN: Ack = { ok: false, message: ERROR_MESSAGES.FORBIDDEN };

/** Pushes what only owners and super admins may see. Nothing of it ever enters a public room. */
@WebSocketGateway()
export class MonitorGateway implements OnModuleInit, OnModuleDestroy {
  @WebSocketServer() private readonly server!: LiveServer;
  private readonly monitors: PacedRooms<ContestMonitor>;
  private readonly statisticsRooms: PacedRooms<StatisticsView>;
  /** Tally version each monitored contest was last sent. */
  private readonly sentVersions = new Map<string, number>();
  private readonly note: (error: Error) => void;

  constructor(
    private readonly sessions: SocketSessions,
    private readonly board: TallyBoard,
    private readonly monitor: MonitorService,
    private readonly statistics: StatisticsService,
    private readonly live: LiveSubscriber,
    @Inject(LOGGER) log: Logger,
  ) {
    const note = (error: Error): void => log.warn({ reason: error.message }, 'live update failed');
    this.note = note;
    this.monitors = new PacedRooms(
      MONITOR_INTERVAL_MS,
      REFRESH_MS,
      (id) => this.isEmpty(monitorRoom(id)),
      (id) => monitor.read(id),
      (id, state) => void this.sendMonitor(id, state).catch(note),
      note,
    );
    this.statisticsRooms = new PacedRooms(
      STATISTICS_INTERVAL_MS,
      REFRESH_MS,
      (key) => this.isEmpty(statisticsRoom(key)),
      (key) => statistics.read(key === ALL_OWNERS ? null : key),
      (key, state) => this.server.local.to(statisticsRoom(key)).emit('statistics', state),
      note,
    );
  }

  onModuleInit(): void {
    this.board.on('changed', (contestId) => this.monitors.touch(contestId));
    this.live.on('tally', ({ contestId }) => this.touchStatistics(contestId));
    for (const topic of ['contest', 'payments'] as const) {
      this.live.on(topic, ({ contestId }) => {
        this.monitors.touch(contestId);
        this.touchStatistics(contestId);
      });
    }
    this.live.on('connected', () => {
      this.monitors.touchAll();
      this.statisticsRooms.touchAll();
    });
  }

  onModuleDestroy(): void {
    this.monitors.close();
    this.statisticsRooms.close();
  }

  @SubscribeMessage('contest:monitor')
  async watchContest(@ConnectedSocket() socket: LiveSocket, @MessageBody() payload: unknown): Promise<Ack> {
    return this.answer(() => this.joinMonitor(socket, contestIdOf(payload)));
  }

  @SubscribeMessage('statistics:watch')
  async watchStatistics(@ConnectedSocket() socket: LiveSocket): Promise<Ack> {
    return this.answer(() => this.joinStatistics(socket));
  }

  @SubscribeMessage('contest:unmonitor')
  async unwatchContest(@ConnectedSocket() socket: LiveSocket, @MessageBody() payload: unknown): Promise<Ack> {
    const contestId = contestIdOf(payload);
    if (!contestId) return NOT_FOUND;
    await socket.leave(monitorRoom(contestId));
    return { ok: true };
  }

  @SubscribeMessage('statistics:unwatch')
  async unwatchStatistics(@ConnectedSocket() socket: LiveSocket): Promise<Ack> {
    for (const room of [...socket.rooms].filter((name) => name.startsWith('statistics:'))) {
      await socket.leave(room);
    }
    return { ok: true };
  }

  /** Every request is answered, also when something is away. */
  private async answer(work: () => Promise<Ack>): Promise<Ack> {
    try {
      return await work();
    } catch (error) {
      this.note(error as Error);
      return AWAY;
    }
  }

  private async joinMonitor(socket: LiveSocket, contestId: string | null): Promise<Ack> {
    const actor = await this.sessions.actorOf(socket);
    if (!actor) return { ok: false, message: ERROR_MESSAGES.UNAUTHENTICATED };
    if (!contestId || !(await this.monitor.mayWatch(actor, contestId))) return NOT_FOUND;
    const monitored = [...socket.rooms].filter((room) => room.startsWith('monitor:'));
    if (monitored.length >= MAX_MONITORED_PER_SOCKET && !socket.rooms.has(monitorRoom(contestId))) {
      return { ok: false, message: 'Too many contests are watched on this connection' };
    }
    // Joined after the connection has ended, a room would never be empty again.
    if (!socket.connected) return FORBIDDEN;
    await socket.join(monitorRoom(contestId));
    this.monitors.open(contestId);
    const state = await this.monitor.read(contestId);
    const tally = await this.monitor.tally(contestId);
    if (!state || !tally) return NOT_FOUND;
    if (!this.sentVersions.has(contestId)) this.sentVersions.set(contestId, tally.version);
    socket.emit('contest:tally', tally);
    socket.emit('contest:monitor', state);
    return { ok: true };
  }

  private async joinStatistics(socket: LiveSocket): Promise<Ack> {
    const actor = await this.sessions.actorOf(socket);
    if (!MonitorService.isOrganiser(actor)) return FORBIDDEN;
    const key = ownerScope(actor) ?? ALL_OWNERS;
    await socket.join(statisticsRoom(key));
    this.statisticsRooms.open(key);
    socket.emit('statistics', await this.statistics.read(ownerScope(actor)));
    return { ok: true };
  }

  /** The contestants that changed since the last time, then the figures. */
  private async sendMonitor(contestId: string, state: ContestMonitor): Promise<void> {
    const room = this.server.local.to(monitorRoom(contestId));
    const since = this.sentVersions.get(contestId) ?? 0;
    const tally = await this.monitor.tally(contestId, since);
    if (tally && tally.version > since) {
      this.sentVersions.set(contestId, tally.version);
      room.emit('contest:tally', tally);
    }
    room.emit('contest:monitor', state);
  }

  private touchStatistics(contestId: string): void {
    this.statisticsRooms.touch(ALL_OWNERS);
    void this.monitor.ownerOf(contestId).then(
      (owner) => (owner ? this.statisticsRooms.touch(owner) : this.statisticsRooms.touchAll()),
      () => this.statisticsRooms.touchAll(),
    );
  }

  private isEmpty(room: string): boolean {
    const empty = !this.server.sockets.adapter.rooms.has(room);
    if (empty && room.startsWith('monitor:')) this.sentVersions.delete(room.slice('monitor:'.length));
    return empty;
  }
}
