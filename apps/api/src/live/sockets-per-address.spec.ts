import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { jest } from '@jest/globals';
import { SocketsPerAddress } from './sockets-per-address.js';

const SETTINGS = {
  TRUSTED_PROXIES: '',
  SOCKETS_PER_PROCESS: 10_000,
  SOCKETS_PER_ADDRESS: 2_000,
  SOCKET_MESSAGES_PER_SECOND: 10,
  ADDRESS_MESSAGES_PER_SECOND: 1_000,
};

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  return {
    socket: { remoteAddress },
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  } as unknown as IncomingMessage;
}

class Wire extends EventEmitter {
  readonly readyState = 2;
  paused = false;
  terminated = false;

  pause(): void {
    this.paused = true;
  }

  terminate(): void {
    this.terminated = true;
  }
}

class Connection extends EventEmitter {
  readonly readyState = 'open';
  readonly writeBuffer = [];
  readonly transport = { socket: new Wire() };
  readonly sent: string[] = [];

  constructor(readonly request: IncomingMessage) {
    super();
  }

  send(packet: string): void {
    this.sent.push(packet);
  }

  close(): void {
    this.emit('close');
  }
}

/** A guarded connection. */
function connected(sockets: SocketsPerAddress, request: IncomingMessage): Connection {
  const connection = new Connection(request);
  sockets.guard(connection);
  return connection;
}

/** As many connections as an address may have. */
function fill(sockets: SocketsPerAddress, request: IncomingMessage): Connection[] {
  return Array.from({ length: SETTINGS.SOCKETS_PER_ADDRESS }, () => connected(sockets, request));
}

it('sockets of one address are limited until one closes, and leave room for other addresses', () => {
  const sockets = new SocketsPerAddress({ ...SETTINGS, production: true });
  const [first] = fill(sockets, requestFrom('203.0.113.7'));
  expect(sockets.refusal(requestFrom('::ffff:203.0.113.7'))).toBe('too many connections');
  expect(sockets.refusal(requestFrom('203.0.113.8'))).toBeNull();
  first?.emit('close');
  expect(sockets.refusal(requestFrom('203.0.113.7'))).toBeNull();
});

it('sockets of one address are told apart behind a trusted proxy, and only there', () => {
  const sockets = new SocketsPerAddress({ ...SETTINGS, TRUSTED_PROXIES: '10.0.0.0/8', production: true });
  fill(sockets, requestFrom('10.1.2.3', '198.51.100.1, 203.0.113.7'));
  expect(sockets.refusal(requestFrom('10.9.9.9', '203.0.113.7'))).toBe('too many connections');
  expect(sockets.refusal(requestFrom('10.1.2.3', '203.0.113.8'))).toBeNull();
  // A client that is no proxy may write anything into the header.
  expect(sockets.refusal(requestFrom('203.0.113.7', '198.51.100.99'))).toBe('too many connections');
});

it('sockets of one address are those of the whole IPv6 network that one customer has', () => {
  const sockets = new SocketsPerAddress({ ...SETTINGS, production: true });
  fill(sockets, requestFrom('2001:db8:0:1::7'));
  expect(sockets.refusal(requestFrom('2001:db8:0:1:ffff::8'))).toBe('too many connections');
  expect(sockets.refusal(requestFrom('2001:db8:0:2::7'))).toBeNull();
});

it('sockets of one address are not limited on a desk for the machine itself', () => {
  const sockets = new SocketsPerAddress({ ...SETTINGS, production: false });
  fill(sockets, requestFrom('127.0.0.1'));
  expect(sockets.refusal(requestFrom('127.0.0.1'))).toBeNull();
});

it('a process takes as many sockets as it is set to, whatever their addresses, and another one when one closes', () => {
  const sockets = new SocketsPerAddress({ ...SETTINGS, SOCKETS_PER_PROCESS: 2, production: false });
  const connections = ['127.0.0.1', '203.0.113.7'].map((address) => new Connection(requestFrom(address)));
  for (const connection of connections) {
    expect(sockets.refusal(connection.request)).toBeNull();
    sockets.guard(connection);
  }
  const next = ['127.0.0.1', '203.0.113.8'].map((address) => requestFrom(address));
  expect(next.map((request) => sockets.refusal(request))).toEqual(['process is full', 'process is full']);
  connections[0]?.close();
  expect(next.map((request) => sockets.refusal(request))).toEqual([null, null]);
});

describe('a connection that was ended', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is freed after ten seconds when its client does not close it, and not before', () => {
    const sockets = new SocketsPerAddress({ ...SETTINGS, production: true }, () => 1_000);
    const [flooding, quiet] = [requestFrom('203.0.113.7'), requestFrom('203.0.113.8')].map(
      (request) => new Connection(request),
    ) as [Connection, Connection];
    for (const connection of [flooding, quiet]) sockets.guard(connection);
    for (let i = 0; i <= 200; i++) flooding.transport.socket.emit('ping');
    expect(flooding.sent.join()).toContain('"code":"TOO_MANY_MESSAGES"');
    const freed = () => [flooding, quiet].map(({ transport }) => transport.socket.terminated);
    jest.advanceTimersByTime(9_999);
    expect(freed()).toEqual([false, false]);
    jest.advanceTimersByTime(1);
    expect(freed()).toEqual([true, false]);
  });
});

const CONNECTIONS_OF_A_BUDGET = 8_000;
const message = Buffer.from('2["contest:watch",{}]');
let now: number;

/** An address that has spent all of its budget. */
function used(env: ConstructorParameters<typeof SocketsPerAddress>[0], request: IncomingMessage) {
  now = 1_000;
  const sockets = new SocketsPerAddress(env, () => now);
  for (let i = 0; i < CONNECTIONS_OF_A_BUDGET; i++) expect(sockets.refusal(request)).toBeNull();
  return sockets;
}

it('messages of one address share one budget with its connection attempts, which ends both until it refills', () => {
  const request = requestFrom('203.0.113.7');
  const sockets = used({ ...SETTINGS, production: true }, request);
  expect(sockets.refusal(request)).toBe('too many messages');
  const [flooded, other] = [new Connection(request), new Connection(requestFrom('203.0.113.8'))];
  for (const connection of [flooded, other]) {
    sockets.guard(connection);
    connection.transport.socket.emit('message', message, false);
  }
  expect(flooded.sent.join()).toContain('"code":"TOO_MANY_MESSAGES"');
  expect(other.sent).toEqual([]);
  now += 1_000;
  expect(sockets.refusal(request)).toBeNull();
});

it('messages of one address are as many as the settings say, of an address and of a connection', () => {
  const fewer = { ...SETTINGS, SOCKET_MESSAGES_PER_SECOND: 5, ADDRESS_MESSAGES_PER_SECOND: 100 };
  const sockets = new SocketsPerAddress({ ...fewer, production: true }, () => 1_000);
  const connections = Array.from({ length: 41 }, () => new Connection(requestFrom('203.0.113.7')));
  const heard = connections.map((connection) => {
    sockets.guard(connection);
    let messages = 0;
    while (messages < 100 && !connection.sent.length) {
      connection.transport.socket.emit('message', message, false);
      if (!connection.sent.length) messages++;
    }
    return messages;
  });
  // 100 by each connection, and 4,000 in all.
  expect(heard).toEqual([...Array.from({ length: 40 }, () => 100), 0]);
  connections[0]?.transport.socket.emit('message', message, false);
  expect(connections[0]?.sent.join()).toContain('"code":"TOO_MANY_MESSAGES"');
});

it('messages of one address do not include answers to pings', () => {
  const request = requestFrom('203.0.113.7');
  const sockets = used({ ...SETTINGS, production: true }, request);
  const idle = connected(sockets, request);
  idle.transport.socket.emit('message', Buffer.from('3'), false);
  expect(idle.sent).toEqual([]);
});

it('messages of one address are not limited outside production for the machine itself, while those of each socket are', () => {
  const request = requestFrom('127.0.0.1');
  const sockets = used({ ...SETTINGS, production: false }, request);
  expect(sockets.refusal(request)).toBeNull();
  const connection = connected(sockets, request);
  for (let i = 0; i < 200; i++) connection.transport.socket.emit('message', message, false);
  expect(connection.sent).toEqual([]);
  connection.transport.socket.emit('message', message, false);
  expect(connection.sent.join()).toContain('"code":"TOO_MANY_MESSAGES"');
});

it('messages of one address are thrown away after the end of a connection, and not read any more when they do not stop', () => {
  now = 1_000;
  const sockets = new SocketsPerAddress({ ...SETTINGS, production: true }, () => now);
  const connection = new Connection(requestFrom('203.0.113.7'));
  const wire = connection.transport.socket;
  let decoded = 0;
  wire.on('message', () => decoded++);
  sockets.guard(connection);
  for (let i = 0; i < 200 + 3_000; i++) wire.emit('message', message, false);
  expect([decoded, wire.paused]).toEqual([201, false]);
  wire.emit('message', message, false);
  // Not closed at once: the client still has to read why.
  expect([wire.paused, wire.terminated]).toEqual([true, false]);
  expect(connection.sent).toHaveLength(2);
});

it('messages of one address are not decoded after the server closed a connection for another reason', () => {
  const sockets = new SocketsPerAddress({ ...SETTINGS, production: true }, () => 1_000);
  const connection = new Connection(requestFrom('203.0.113.7'));
  const wire = connection.transport.socket;
  let decoded = 0;
  wire.on('message', () => decoded++);
  sockets.guard(connection);
  connection.close();
  for (let i = 0; i < 3_000; i++) wire.emit('message', message, false);
  expect([decoded, wire.paused]).toEqual([0, true]);
});
