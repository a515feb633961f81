import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { type Actor, mustSetUpSecondFactor, TokenService } from '@abato/accounts';
import { type CachedContest, ContestDirectory } from '@abato/contests';
import {
  type ClientToServerEvents,
  ERROR_MESSAGES,
  isUuid,
  type Refusal,
  type ServerToClientEvents,
} from '@abato/contracts';
import { type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { guardOf } from './connection-guard.js';

/** The socket server with the events that both sides know. */
export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents>;
/** One connection. @template Data what the server remembers about it */
export type LiveSocket<Data = unknown> = Socket<
  ClientToServerEvents,
  ServerToClientEvents,
  DefaultEventsMap,
  Data
>;

/** Something that is needed for an answer is away. */
export const AWAY: Refusal = { ok: false, message: ERROR_MESSAGES.UNAVAILABLE, again: true };

/** The contest that a message names; null when it names none. */
export function contestIdOf(payload: unknown): string | null {
  const id = (payload as { contestId?: unknown } | null | undefined)?.contestId;
  return isUuid(id) ? id.toLowerCase() : null;
}

/** Look-ups of all sockets of this process together: ordinary requests share the same database connections. */
const MAX_AT_ONCE = 4;
/** Beside its one message, an unknown id costs so much of the budgets: it can make the database work for nothing. */
const UNKNOWN_COST = 20;

/** Contests as sockets ask for them. */
@Injectable()
export class ContestLookUps {
  private readonly limit = pLimit(MAX_AT_ONCE);

  constructor(private readonly directory: ContestDirectory) {}

  /** @returns null for an unknown or archived contest, which is charged to the socket */
  async findFor(socket: Pick<Socket, 'conn'>, id: string): Promise<CachedContest | null> {
    const contest = this.directory.peek(id) ?? (await this.limit(() => this.directory.find(id)));
    if (!contest) guardOf(socket).charge(UNKNOWN_COST);
    return contest;
  }

  /** What the server itself wants to know of a contest that is watched. */
  find(id: string): Promise<CachedContest | null> {
    return this.directory.find(id);
  }
}

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
