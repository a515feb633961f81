import { connect as connectPlain } from 'node:net';
import { connect as connectSecure } from 'node:tls';

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * One kept-alive HTTP/1.1 connection with one request under way at a time. Does just enough of the protocol (Content-Length, 204,
 * 304) that one process can ask tens of thousands of questions a second: a client library would be the limit, not the server.
 */
export class HttpConnection {
  #rest = null;
  #answered = null;
  sentAt = 0;
  /** When the request should have been sent (open loop); latency counts from here. */
  dueAt = 0;
  /** How long the connection had nothing to do before the request that is under way. */
  idleMs = 0;
  #answeredAt = performance.now();

  /** @param onClosed told when the connection ends without being asked to */
  constructor({ host, port, secure, onClosed }) {
    this.socket = secure
      ? connectSecure({ host, port, servername: host })
      : connectPlain({ host, port, noDelay: true });
    this.readyEvent = secure ? 'secureConnect' : 'connect';
    this.wasOpen = false;
    this.socket.once(this.readyEvent, () => (this.wasOpen = true));
    this.socket.on('data', (chunk) => this.#read(chunk));
    this.closing = false;
    const gone = (error) => {
      if (!this.closing) onClosed?.(this, error);
    };
    this.socket.on('error', gone);
    // Before `close`: nothing may be sent any more.
    this.socket.on('end', () => gone());
    this.socket.on('close', () => gone());
  }

  opened() {
    return new Promise((resolve, reject) => {
      this.socket.once(this.readyEvent, resolve);
      this.socket.once('error', reject);
    });
  }

  /** @param {string} text a whole request. @param answered receives status, this connection, and a function that gives the body */
  send(text, answered) {
    this.#answered = answered;
    this.sentAt = performance.now();
    this.idleMs = this.sentAt - this.#answeredAt;
    this.socket.write(text, 'latin1');
  }

  get busy() {
    return this.#answered !== null;
  }

  close() {
    this.closing = true;
    this.socket.destroy();
  }

  #read(chunk) {
    let data = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = null;
    while (data.length) {
      const head = data.indexOf(HEAD_END);
      if (head < 0) break;
      const status = (data[9] - 48) * 100 + (data[10] - 48) * 10 + data[11] - 48;
      const length = status === 304 || status === 204 ? 0 : contentLength(data.latin1Slice(0, head));
      const end = head + 4 + length;
      if (data.length < end) break;
      const body = data;
      data = data.subarray(end);
      const answered = this.#answered;
      this.#answered = null;
      this.#answeredAt = performance.now();
      answered?.(status, this, () => body.toString('utf8', head + 4, end), length);
    }
    if (data.length) this.#rest = data;
  }
}

function contentLength(head) {
  let at = head.indexOf('content-length: ');
  if (at < 0) at = head.indexOf('Content-Length: ');
  if (at < 0) throw new Error(`an answer without Content-Length: ${head.slice(0, 300)}`);
  return parseInt(head.slice(at + 16, at + 26), 10);
}
