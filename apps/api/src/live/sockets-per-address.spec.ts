import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { MAX_SOCKETS_PER_ADDRESS, SocketsPerAddress } from './sockets-per-address.js';

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  return {
    socket: { remoteAddress },
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  } as unknown as IncomingMessage;
}

class Connection extends EventEmitter {
  constructor(readonly request: IncomingMessage) {
    super();
  }
}

/** As many connections as an address may have. */
function fill(sockets: SocketsPerAddress, request: IncomingMessage): Connection[] {
  return Array.from({ length: MAX_SOCKETS_PER_ADDRESS }, () => {
    const connection = new Connection(request);
    sockets.count(connection);
    return connection;
  });
}

describe('sockets of one address', () => {
  it('are limited until one closes, and leave room for other addresses', () => {
    const sockets = new SocketsPerAddress({ TRUSTED_PROXIES: '', production: true });
    const [first] = fill(sockets, requestFrom('203.0.113.7'));
    expect(sockets.hasRoom(requestFrom('::ffff:203.0.113.7'))).toBe(false);
    expect(sockets.hasRoom(requestFrom('203.0.113.8'))).toBe(true);
    first?.emit('close');
    expect(sockets.hasRoom(requestFrom('203.0.113.7'))).toBe(true);
  });

  it('are told apart behind a trusted proxy, and only there', () => {
    const sockets = new SocketsPerAddress({ TRUSTED_PROXIES: '10.0.0.0/8', production: true });
    fill(sockets, requestFrom('10.1.2.3', '198.51.100.1, 203.0.113.7'));
    expect(sockets.hasRoom(requestFrom('10.9.9.9', '203.0.113.7'))).toBe(false);
    expect(sockets.hasRoom(requestFrom('10.1.2.3', '203.0.113.8'))).toBe(true);
    // Whoever is no proxy may write into the header what it likes.
    expect(sockets.hasRoom(requestFrom('203.0.113.7', '198.51.100.99'))).toBe(false);
  });

  it('are those of the whole IPv6 network that one customer has', () => {
    const sockets = new SocketsPerAddress({ TRUSTED_PROXIES: '', production: true });
    fill(sockets, requestFrom('2001:db8:0:1::7'));
    expect(sockets.hasRoom(requestFrom('2001:db8:0:1:ffff::8'))).toBe(false);
    expect(sockets.hasRoom(requestFrom('2001:db8:0:2::7'))).toBe(true);
  });

  it('are not limited on a desk for the machine itself', () => {
    const sockets = new SocketsPerAddress({ TRUSTED_PROXIES: '', production: false });
    fill(sockets, requestFrom('127.0.0.1'));
    expect(sockets.hasRoom(requestFrom('127.0.0.1'))).toBe(true);
  });
});
