import { Inject, Injectable } from '@nestjs/common';
import type { Socket } from 'socket.io';
import { type Actor, mustSetUpSecondFactor, TokenService } from '@abato/accounts';
import { type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { guardOf } from './connection-guard.js';

/** The longest delay that `setTimeout` keeps; a longer one would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Whose a socket is, and until when: a socket that was let in by a token ends with it. */
@Injectable()
export class SocketSessions {
  private readonly timed = new WeakSet<object>();

  constructor(
    private readonly tokens: TokenService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'production'>,
  ) {}

  /** The user behind the socket's token, or null. The socket is then found by its user's room and ends with its token. */
  async actorOf(socket: Socket): Promise<Actor | null> {
    const session = await this.tokens.session(socket.handshake.auth.token);
    if (!session || !socket.connected || mustSetUpSecondFactor(session.actor, this.env)) return null;
    // Without the room a user who is rejected or deleted later would keep the socket.
    await socket.join(`user:${session.actor.id}`);
    if (!this.timed.has(socket)) {
      this.timed.add(socket);
      this.endAt(socket, session.expiresAt.getTime());
      // A user who was deleted or rejected before the socket joined the room was not found in it.
      const now = await this.tokens.session(socket.handshake.auth.token);
      if (now?.actor.approvalStatus !== session.actor.approvalStatus) {
        guardOf(socket).end('SESSION_EXPIRED');
        return null;
      }
    }
    return session.actor;
  }

  private endAt(socket: Socket, expiresAt: number): void {
    let timer: NodeJS.Timeout;
    const check = (): void => {
      const left = expiresAt - this.clock.now().getTime();
      if (left <= 0) guardOf(socket).end('SESSION_EXPIRED');
      else timer = setTimeout(check, Math.min(left, MAX_TIMEOUT_MS)).unref();
    };
    check();
    socket.once('disconnect', () => clearTimeout(timer));
  }
}
