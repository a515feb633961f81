import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import jwt from 'jsonwebtoken';
import type { Socket } from 'socket.io';
import { type Actor, TokenService } from '@abato/accounts';
import { ActorCache } from '@abato/testing/accounts';
import { ConnectionGuard, type GuardedConnection } from './connection-guard.js';
import { SocketSessions } from './live-socket.js';

const SECRET = 'a secret of the sessions test, long enough to sign with';
const DAY_MS = 24 * 3_600_000;
const ACTOR: Actor = {
  id: '00000000-0000-4000-8000-000000000001',
  role: 'COMPANY_ADMIN',
  approvalStatus: 'APPROVED',
  tokenVersion: 3,
};

class Connection extends EventEmitter implements GuardedConnection {
  readonly readyState = 'open';
  readonly writeBuffer = [];
  readonly sent: string[] = [];
  readonly transport = {
    socket: Object.assign(new EventEmitter(), { terminate: () => undefined }),
  };

  send(packet: string): void {
    this.sent.push(packet);
  }

  close(): void {
    this.emit('close');
  }
}

const clock = { now: () => new Date() };
let sessions: SocketSessions;
let signals: EventEmitter;
let known: Actor | null;
beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z') });
  signals = new EventEmitter();
  known = ACTOR;
  const actors = new ActorCache(() => Promise.resolve(known), clock, signals);
  sessions = new SocketSessions(new TokenService({ JWT_SECRET: SECRET }, actors), clock, {
    production: false,
  });
});
afterEach(() => jest.useRealTimers());

function socketWith(lifeSeconds: number): { socket: Socket; connection: Connection; rooms: string[] } {
  const connection = new Connection();
  new ConnectionGuard(
    connection,
    () => true,
    10,
    () => Date.now(),
  );
  const token = jwt.sign({ sub: ACTOR.id, ver: 3 }, SECRET, { expiresIn: lifeSeconds });
  const rooms: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    conn: connection,
    connected: true,
    handshake: { auth: { token } },
    join: (room: string) => rooms.push(room),
  });
  return { socket: socket as unknown as Socket, connection, rooms };
}

it('the session of a socket ends with its token, with a reason', async () => {
  const { socket, connection, rooms } = socketWith(3_600);
  expect(await sessions.actorOf(socket)).toEqual(ACTOR);
  expect(rooms).toEqual([`user:${ACTOR.id}`]);
  jest.advanceTimersByTime(3_600_000 - 1);
  expect(connection.sent).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(connection.sent.join()).toContain('"code":"SESSION_EXPIRED"');
  expect(await sessions.actorOf(socket)).toBeNull();
});

it('the session of a socket ends on time also when a timer cannot wait for so long', async () => {
  const { socket, connection } = socketWith((60 * DAY_MS) / 1000);
  await sessions.actorOf(socket);
  jest.advanceTimersByTime(60 * DAY_MS - 1);
  expect(connection.sent).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(connection.sent.join()).toContain('"code":"SESSION_EXPIRED"');
});

it('the session of a socket leaves no timer behind when the socket goes first, however often it was asked for', async () => {
  const { socket } = socketWith(3_600);
  await sessions.actorOf(socket);
  await sessions.actorOf(socket);
  expect(jest.getTimerCount()).toBe(1);
  socket.emit('disconnect');
  expect(jest.getTimerCount()).toBe(0);
});

it.each([null, { ...ACTOR, approvalStatus: 'REJECTED' as const }])(
  'the session of a socket ends when its user was decided about before it joined the room of the user: %j',
  async (changed) => {
    const { socket, connection } = socketWith(3_600);
    socket.join = () => {
      known = changed;
      signals.emit('user', { userId: ACTOR.id });
    };
    expect(await sessions.actorOf(socket)).toBeNull();
    expect(connection.sent.join()).toContain('"code":"SESSION_EXPIRED"');
  },
);

it('the session of a socket joins no room after the connection has ended', async () => {
  const { socket, rooms } = socketWith(3_600);
  Object.assign(socket, { connected: false });
  expect(await sessions.actorOf(socket)).toBeNull();
  expect(rooms).toEqual([]);
});
