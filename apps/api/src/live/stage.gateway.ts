import { Inject, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import { LRUCache } from 'lru-cache';
import { type StageMoment, StageRemoteService, stageState } from '@abato/contests';
import { type Ack, ERROR_MESSAGES } from '@abato/contracts';
import { LiveSubscriber, PacedRooms } from '@abato/live';
import { type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';
import { AWAY, contestIdOf, ContestLookUps, type LiveServer, type LiveSocket } from './live-socket.js';

/** Faster than a finger presses. */
const MIN_INTERVAL_MS = 100;
/** What a lost hint can cost, and how late a stage learns that a scene's time was extended. */
const REFRESH_MS = 15_000;
const MAX_STAGES_PER_SOCKET = 20;
/** Sockets that ask for the same stage within this time share one question to the database. */
const SHARED_MS = 1_000;
const MAX_SHARED = 1_000;

const stageRoom = (contestId: string): string => `stage:${contestId}`;

/** Tells every stage of a contest what its remote shows. It sends no counts: stages have those the public has. */
@WebSocketGateway()
export class StageGateway implements OnModuleInit, OnModuleDestroy {
  @WebSocketServer() private readonly server!: LiveServer;
  private readonly stages: PacedRooms<StageMoment>;
  private readonly shared = new LRUCache<string, Promise<StageMoment>>({ max: MAX_SHARED, ttl: SHARED_MS });
  private readonly note: (error: Error) => void;

  constructor(
    private readonly lookUps: ContestLookUps,
    private readonly remotes: StageRemoteService,
    private readonly live: LiveSubscriber,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) log: Logger,
  ) {
    this.note = (error) => log.warn({ reason: error.message }, 'live update failed');
    this.stages = new PacedRooms(
      MIN_INTERVAL_MS,
      REFRESH_MS,
      (id) => !this.server.sockets.adapter.rooms.has(stageRoom(id)),
      (id) => remotes.moment(id),
      (id, moment) =>
        this.server.local.to(stageRoom(id)).emit('stage:state', stageState(moment, this.clock.now())),
      this.note,
    );
  }

  onModuleInit(): void {
    this.live.on('stage', ({ contestId }) => {
      this.shared.delete(contestId);
      this.stages.touch(contestId);
    });
    this.live.on('connected', () => {
      this.shared.clear();
      this.stages.touchAll();
    });
  }

  onModuleDestroy(): void {
    this.stages.close();
  }

  @SubscribeMessage('stage:watch')
  async watch(@ConnectedSocket() socket: LiveSocket, @MessageBody() payload: unknown): Promise<Ack> {
    try {
      return await this.join(socket, contestIdOf(payload));
    } catch (error) {
      this.note(error as Error);
      return AWAY;
    }
  }

  @SubscribeMessage('stage:unwatch')
  async unwatch(@ConnectedSocket() socket: LiveSocket, @MessageBody() payload: unknown): Promise<Ack> {
    const contestId = contestIdOf(payload);
    if (!contestId) return { ok: false, message: ERROR_MESSAGES.CONTEST_NOT_FOUND };
    await socket.leave(stageRoom(contestId));
    return { ok: true };
  }

  private async join(socket: LiveSocket, id: string | null): Promise<Ack> {
    const contest = id ? await this.lookUps.findFor(socket, id) : null;
    if (!id || !contest || contest.facts.status === 'DRAFT' || !socket.connected) {
      return { ok: false, message: ERROR_MESSAGES.CONTEST_NOT_FOUND };
    }
    const watched = [...socket.rooms].filter((room) => room.startsWith('stage:'));
    if (watched.length >= MAX_STAGES_PER_SOCKET && !socket.rooms.has(stageRoom(id))) {
      return { ok: false, message: 'Too many contests are watched on this connection' };
    }
    await socket.join(stageRoom(id));
    this.stages.open(id);
    socket.emit('stage:state', stageState(await this.shareMoment(id), this.clock.now()));
    return { ok: true };
  }

  private shareMoment(id: string): Promise<StageMoment> {
    const asked = this.shared.get(id);
    if (asked) return asked;
    const moment = this.remotes.moment(id);
    this.shared.set(id, moment);
    moment.catch(() => this.shared.delete(id));
    return moment;
  }
}
