import type { OnModuleInit } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import { type Ack, isUuid } from '@abato/contracts';
import { LiveSubscriber } from '@abato/live';
import { verificationRoom } from '@abato/voting';
import type { LiveServer, LiveSocket } from './live-socket.js';

/** A browser waits for one phone at a time; some more for a page that was opened again. */
const MAX_WATCHED_PER_SOCKET = 5;
const PREFIX = 'verification:';

/** Tells the browser that began a verification that its phone has dialled. What the browser gets then it asks for by itself. */
@WebSocketGateway()
export class VerificationGateway implements OnModuleInit {
  @WebSocketServer() private readonly server!: LiveServer;

  constructor(private readonly live: LiveSubscriber) {}

  onModuleInit(): void {
    this.live.on('verification', ({ room }) =>
      this.server.local.to(`${PREFIX}${room}`).emit('verification:confirmed', {}),
    );
  }

  @SubscribeMessage('verification:watch')
  async watch(@ConnectedSocket() socket: LiveSocket, @MessageBody() payload: unknown): Promise<Ack> {
    const room = roomOf(payload);
    if (!room) return { ok: false, message: 'There is no such verification' };
    const watched = [...socket.rooms].filter((name) => name.startsWith(PREFIX));
    if (watched.length >= MAX_WATCHED_PER_SOCKET && !watched.includes(room))
      return { ok: false, message: 'Too many verifications are watched on this connection' };
    await socket.join(room);
    return { ok: true };
  }

  @SubscribeMessage('verification:unwatch')
  async unwatch(@ConnectedSocket() socket: LiveSocket, @MessageBody() payload: unknown): Promise<Ack> {
    const room = roomOf(payload);
    if (room) await socket.leave(room);
    return { ok: true };
  }
}

/** An id that was never given is watched in vain: answers tell nothing about ids. */
function roomOf(payload: unknown): string | null {
  const id = (payload as { id?: unknown } | null | undefined)?.id;
  return isUuid(id) ? `${PREFIX}${verificationRoom(id)}` : null;
}
