import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { runLoad, Times } from './load.mjs';

const OPEN_AT_ONCE = 50;
/** A viewer that does not watch within this time is one that the platform does not answer. */
const WATCHES_WITHIN_MS = 30_000;
const SHOWN_WITHIN_MS = 5_000;
const SOCKET_IO = '/socket.io/?EIO=4&transport=websocket';
/** Beginnings of Engine.IO's and Socket.IO's packets. */
const [OPEN, PING, MESSAGE] = [...'024'].map((digit) => digit.charCodeAt(0));
const [CONNECTED, EVENT, ANSWER, REFUSED] = [...'0234'].map((digit) => digit.charCodeAt(0));
const TALLY = Buffer.from('"contest:tally"');
const TOTAL = '"totalVotes":';

/**
 * Many viewers of one contest, speaking Socket.IO's protocol (or, with `plain`, receiving whatever a plain websocket server sends). Counts what
 * arrives; follows the board's total, so that the moment a vote shows on a screen is known. A client library would cost more than the server.
 */
export class Viewers {
  #sockets = [];
  received = 0;
  bytes = 0;
  closed = 0;
  /** What `follow` tells: viewer's total before and now. */
  onTotal = null;
  onLost = null;

  /** @param frames what is asked for in the handshake, such as `compact` */
  constructor({ url, path = SOCKET_IO, contestId, count, plain = false, follow = false, frames }) {
    Object.assign(this, { contestId, count, plain, follow });
    this.address = new URL(path, url).href.replace(/^http/, 'ws');
    this.hello = frames ? `40${JSON.stringify({ frames })}` : '40';
    this.totals = new Float64Array(count);
  }

  /** Connect and watch. @throws Error when a viewer is refused, or not answered in time */
  async open() {
    for (let from = 0; from < this.count; from += OPEN_AT_ONCE) {
      const some = Array.from({ length: Math.min(OPEN_AT_ONCE, this.count - from) }, (_, k) => from + k);
      await Promise.all(some.map((index) => this.#openOne(index)));
    }
    return { open: this.#sockets.length };
  }

  #openOne(index) {
    return new Promise((resolve, reject) => {
      const options = { perMessageDeflate: false, skipUTF8Validation: true };
      const socket = new WebSocket(this.address, options);
      const silence = () => reject(new Error(`a viewer was not answered in ${WATCHES_WITHIN_MS} ms`));
      const limit = setTimeout(silence, WATCHES_WITHIN_MS);
      const ready = () => {
        clearTimeout(limit);
        resolve();
      };
      this.#sockets.push(socket);
      if (this.plain) socket.on('open', ready);
      socket.on('message', (data) => {
        // With the head of the websocket frame.
        this.bytes += data.length + (data.length < 126 ? 2 : data.length < 65_536 ? 4 : 10);
        if (this.plain) this.received++;
        else if (data[0] === PING) socket.send('3');
        else if (data[0] === OPEN) socket.send(this.hello);
        else if (data[0] === MESSAGE) this.#read(index, socket, data, ready, reject);
      });
      socket.on('error', reject);
      socket.on('close', () => {
        clearTimeout(limit);
        if (!this.closing) this.closed++;
        this.onLost?.();
        reject(new Error('a viewer lost its connection'));
      });
    });
  }

  #read(index, socket, data, ready, reject) {
    const kind = data[1];
    if (kind === CONNECTED) {
      if (this.contestId) socket.send(`420["contest:watch",{"contestId":"${this.contestId}"}]`);
      else ready();
    } else if (kind === REFUSED || (kind === ANSWER && data.includes('"ok":false')))
      reject(new Error(`a viewer was refused: ${data.toString('utf8', 2, 200)}`));
    else if (kind === ANSWER) ready();
    else if (kind === EVENT) {
      this.received++;
      if (this.follow && data.indexOf(TALLY) === 3) this.#show(index, data);
    }
  }

  /** The total stands before the list of contestants: no need to parse the whole frame on every one of thousands of sockets. */
  #show(index, data) {
    const at = data.indexOf(TOTAL) + TOTAL.length;
    const total = parseInt(data.latin1Slice(at, at + 12), 10);
    const before = this.totals[index];
    if (total <= before) return;
    this.totals[index] = total;
    this.onTotal?.(total, before);
  }

  /** Whether every screen shows at least this total. */
  all(total) {
    return this.totals.every((shown) => shown >= total);
  }

  close() {
    this.closing = true;
    for (const socket of this.#sockets.splice(0)) socket.terminate();
  }
}

/**
 * Casts at a rate and follows every vote from its answer to every screen: with N votes answered in order, a screen that shows total T shows the
 * first T of them (all votes count one). The contest must have no votes before.
 * @param job of `runLoad`, and { onProgress?, progressEveryMs? }
 */
export async function castAndWatch(viewers, { onProgress, progressEveryMs = 5_000, ...job }) {
  const screens = new Times();
  const answeredAt = [];
  const soFar = { accepted: 0, refused: 0 };
  viewers.onTotal = (total, before) => {
    const now = performance.now();
    for (let i = before; i < Math.min(total, answeredAt.length); i++) screens.record(now - answeredAt[i]);
  };
  const onAnswered = (status) => {
    if (status < 400) soFar.accepted = answeredAt.push(performance.now());
    else soFar.refused++;
  };
  const telling = setInterval(() => onProgress?.({ ...soFar, closed: viewers.closed }), progressEveryMs);
  try {
    const cast = await runLoad({ ...job, warmUp: 0, onAnswered });
    const deadline = performance.now() + SHOWN_WITHIN_MS;
    while (performance.now() < deadline && !viewers.all(soFar.accepted)) await sleep(20);
    const upToDate = viewers.all(soFar.accepted);
    return { ...cast, ...soFar, screen: screens.summary(), upToDate, closed: viewers.closed };
  } finally {
    clearInterval(telling);
  }
}
