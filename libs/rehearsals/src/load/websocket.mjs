import { randomBytes } from 'node:crypto';
import { connect as connectPlain } from 'node:net';
import { connect as connectSecure } from 'node:tls';

const HEAD_END = Buffer.from('\r\n\r\n');
/** Any mask is allowed; with this one the payload stays readable. */
const NO_MASK = Buffer.alloc(4);

/**
 * A websocket that costs its process next to nothing: thousands of them must be cheaper to receive on than to send to.
 * Understands unfragmented frames, which is all that our servers send.
 */
export class LightWebSocket {
  #rest = null;
  #open = false;
  #refusal;

  /** @param handlers { text(buffer, socket), open(socket), closed(error) } */
  constructor({ host = '127.0.0.1', port, secure, path, handlers }) {
    this.handlers = handlers;
    this.socket = secure
      ? connectSecure({ host, port, servername: host })
      : connectPlain({ host, port, noDelay: true });
    this.socket.on(secure ? 'secureConnect' : 'connect', () =>
      this.socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      ),
    );
    this.socket.on('data', (chunk) => this.#read(chunk));
    // A connection that ends with an error is closed as well: it is told once.
    let failure;
    this.socket.on('error', (error) => (failure = error));
    this.socket.on('close', () => handlers.closed?.(failure ?? this.#refusal));
  }

  send(text) {
    const body = Buffer.from(text);
    const head =
      body.length < 126
        ? Buffer.from([0x81, 0x80 | body.length])
        : Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255]);
    this.socket.write(Buffer.concat([head, NO_MASK, body]));
  }

  close() {
    this.socket.destroy();
  }

  #read(chunk) {
    let data = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = null;
    if (!this.#open) {
      const end = data.indexOf(HEAD_END);
      if (end < 0) {
        this.#rest = data;
        return;
      }
      const status = data.toString('latin1', 9, 12);
      if (status !== '101') {
        this.#refusal = new Error(`websocket refused: ${data.toString('latin1', 0, 200)}`);
        this.close();
        return;
      }
      this.#open = true;
      data = data.subarray(end + 4);
      this.handlers.open?.(this);
    }
    while (data.length >= 2) {
      let length = data[1] & 127;
      let at = 2;
      if (length === 126) {
        if (data.length < 4) break;
        length = data.readUInt16BE(2);
        at = 4;
      } else if (length === 127) {
        if (data.length < 10) break;
        length = Number(data.readBigUInt64BE(2));
        at = 10;
      }
      if (data.length < at + length) break;
      const kind = data[0] & 15;
      if (kind === 1) this.handlers.text?.(data.subarray(at, at + length), this);
      else if (kind === 8) this.close();
      data = data.subarray(at + length);
    }
    if (data.length) this.#rest = data;
  }
}
