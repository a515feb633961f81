import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One masked frame as a client sends it. @param first first byte: fin flag, reserved bits, opcode */
export function rawFrame(payload: string | Buffer, first = 0x81): Buffer {
  const body = Buffer.from(payload);
  const length =
    body.length < 126
      ? Buffer.from([0x80 | body.length])
      : Buffer.from([0x80 | 126, body.length >> 8, body.length & 255]);
  // Any mask is allowed; this one leaves the payload as it is.
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(4), body]);
}

/** A websocket that sends any bytes, also those that no library would. */
export class RawWebSocket {
  private constructor(private readonly socket: Socket) {
    // The server may hang up at any moment.
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
  }

  /** Connect to the live path and join the default namespace. */
  static async open(baseUrl: string): Promise<RawWebSocket> {
    const { hostname, port, host } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    const raw = new RawWebSocket(socket);
    await once(socket, 'connect');
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.write(rawFrame('40'));
    return raw;
  }

  get isClosed(): boolean {
    return this.socket.destroyed || this.socket.readableEnded;
  }

  /** @returns whether more may be written at once without being kept here */
  write(bytes: Buffer): boolean {
    return !this.isClosed && this.socket.write(bytes);
  }

  close(): void {
    this.socket.destroy();
  }
}
