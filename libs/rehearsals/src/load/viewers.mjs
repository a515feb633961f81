import { Histogram } from './histogram.mjs';
import { LightWebSocket } from './websocket.mjs';

const OPEN_AT_ONCE = 50;
/** A viewer that does not watch within this time is one that the platform does not answer. */
const WATCHES_WITHIN_MS = 30_000;
const [OPEN, PING, MESSAGE] = [0x30, 0x32, 0x34];
const [CONNECTED, ANSWER, REFUSED] = [0x30, 0x33, 0x34];
const TALLY = Buffer.from('"contest:tally"');

/**
 * Many viewers of one contest, speaking Socket.IO's protocol (or, with `plain`, receiving whatever a plain websocket server
 * sends). Counts what arrives; follows the board's total, so that the moment a vote shows on a screen is known.
 */
export class Viewers {
  sockets = [];
  received = 0;
  bytes = 0;
  closed = 0;
  firstFailure;
  /** Viewer's total as last shown, and who waits for which total. */
  totals;
  onTotal = null;

  /** @param frames what is asked for in the handshake, such as `compact` */
  constructor({ host, secure, port, path, contestId, count, plain = false, follow = false, frames }) {
    Object.assign(this, { host, secure, port, path, contestId, count, plain, follow, frames });
    this.totals = new Float64Array(count);
  }

  /**
   * Connect and watch; resolves when every viewer has been answered.
   * @param signal ends it
   * @throws Error when a viewer is refused, or not answered in time
   */
  async open(signal, withinMs = WATCHES_WITHIN_MS) {
    for (let i = 0; i < this.count; i += OPEN_AT_ONCE) {
      signal?.throwIfAborted();
      await Promise.all(
        Array.from({ length: Math.min(OPEN_AT_ONCE, this.count - i) }, (_, k) =>
          this.#openWithin(i + k, withinMs, signal),
        ),
      );
    }
    return { open: this.sockets.length };
  }

  async #openWithin(index, withinMs, signal) {
    let limit;
    let stop;
    const ended = new Promise((_, reject) => {
      limit = setTimeout(() => reject(new Error(`a viewer was not answered in ${withinMs} ms`)), withinMs);
      stop = () => reject(signal.reason);
      signal?.addEventListener('abort', stop, { once: true });
    });
    try {
      await Promise.race([this.#openOne(index), ended]);
    } finally {
      clearTimeout(limit);
      signal?.removeEventListener('abort', stop);
    }
  }

  #openOne(index) {
    return new Promise((resolve, reject) => {
      const handlers = {
        open: (socket) => {
          this.sockets.push(socket);
          if (this.plain) resolve();
        },
        text: (data, socket) => {
          // With the head of the websocket frame.
          this.bytes += data.length + (data.length < 126 ? 2 : data.length < 65_536 ? 4 : 10);
          if (this.plain) {
            this.received++;
          } else if (data[0] === PING) {
            socket.send('3');
          } else if (data[0] === OPEN) {
            socket.send(this.frames ? `40${JSON.stringify({ frames: this.frames })}` : '40');
          } else if (data[0] === MESSAGE && data[1] === CONNECTED) {
            if (this.contestId) socket.send(`420["contest:watch",{"contestId":"${this.contestId}"}]`);
            else resolve();
          } else if (data[0] === MESSAGE && data[1] === REFUSED) {
            reject(new Error(`a viewer was refused: ${data.toString('utf8', 2, 200)}`));
          } else if (data[0] === MESSAGE && data[1] === ANSWER) {
            if (data.includes('"ok":false'))
              reject(new Error(`a viewer was refused: ${data.toString('utf8', 2, 200)}`));
            else resolve();
          } else if (data[0] === MESSAGE && data[1] === 0x32) {
            this.received++;
            if (this.follow && data.indexOf(TALLY) === 2 + 1) this.#show(index, data);
          }
        },
        closed: (error) => {
          if (this.closing) return;
          this.closed++;
          this.firstFailure ??= error?.message ?? 'closed';
          reject(error ?? new Error('websocket closed'));
        },
      };
      new LightWebSocket({
        host: this.host,
        secure: this.secure,
        port: this.port,
        path: this.path,
        handlers,
      });
    });
  }

  /** The total stands before the list of contestants: no need to parse the whole frame on every one of thousands of sockets. */
  #show(index, data) {
    const at = data.indexOf('"totalVotes":');
    const total = parseInt(data.latin1Slice(at + 13, at + 25), 10);
    if (total > this.totals[index]) {
      const before = this.totals[index];
      this.totals[index] = total;
      this.onTotal?.(index, total, before);
    }
  }

  /** Whether every screen shows at least this total. */
  all(total) {
    return this.totals.every((shown) => shown >= total);
  }

  close() {
    this.closing = true;
    for (const socket of this.sockets) {
      socket.handlers = {};
      socket.close();
    }
    this.sockets = [];
  }
}

/**
 * How long an answered vote takes to every screen: with N votes answered in order, a screen that shows total T shows the first T
 * of them (all votes count one).
 */
export class ScreenLag {
  histogram = new Histogram();
  #answeredAt = [];

  constructor(viewers) {
    viewers.onTotal = (_index, total, before) => this.#shown(total, before);
    this.counting = false;
  }

  answered() {
    this.#answeredAt.push(performance.now());
  }

  /** Every vote between the total before and the new one became visible on this screen now. */
  #shown(total, before) {
    if (!this.counting) return;
    const now = performance.now();
    const last = Math.min(total, this.#answeredAt.length);
    for (let i = before; i < last; i++) this.histogram.record((now - this.#answeredAt[i]) * 1000);
  }
}
